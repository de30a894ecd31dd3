/// Reads the lines of a storyboard into scenes.
nonisolated struct StoryboardParser {
  /// The version of the format that this program reads.
  static let version = "1"

  /// The most scenes in a file.
  private static let maximumScenes = 500

  private let file: String
  private var lexer: StoryboardLexer
  private var initial: StoryboardWord?
  private var scenes: [StoryboardScene] = []

  private init(file: String, bytes: [UInt8]) throws(StoryboardError) {
    self.file = file
    lexer = try StoryboardLexer(file: file, bytes: bytes)
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``StoryboardError`` for the first mistake.
  static func document(
    file: String, bytes: [UInt8]
  ) throws(StoryboardError) -> StoryboardDocument {
    var parser = try StoryboardParser(file: file, bytes: bytes)
    try parser.readVersion()
    try parser.readScenes()
    guard let initial = parser.initial else {
      throw StoryboardError(
        file: file, line: 1, column: 1,
        reason: "there is no initial scene: add a line \"initial\" with the name of a scene")
    }
    return StoryboardDocument(file: file, initial: initial, scenes: parser.scenes)
  }

  private mutating func readVersion() throws(StoryboardError) {
    guard let line = try lexer.nextLine() else {
      throw StoryboardError(
        file: file, line: 1, column: 1,
        reason: "the file is empty: start it with \"storyboard \(Self.version)\"")
    }
    guard line.keyword.text == "storyboard", !line.isIndented else {
      throw line.keyword.error(
        in: file, "this is not a storyboard: start it with \"storyboard \(Self.version)\"")
    }
    let version = try value(of: line)
    guard version.text == Self.version else {
      throw version.error(
        in: file,
        "version \(version.quoted) is unknown, this program reads \(Self.version): update the program"
      )
    }
  }

  // MARK: - Scenes

  private mutating func readScenes() throws(StoryboardError) {
    var header: StoryboardWord?
    var lines: [StoryboardLine] = []
    while let line = try lexer.nextLine() {
      if line.isIndented {
        guard header != nil else {
          throw line.keyword.error(
            in: file, "the line is outside any scene: add \"scene\" with a name above it")
        }
        lines.append(line)
        continue
      }
      if let header { try addScene(header, lines) }
      header = nil
      lines = []
      switch line.keyword.text {
      case "initial": try setInitial(line)
      case "scene": header = try value(of: line)
      default:
        throw line.keyword.error(
          in: file,
          "\(line.keyword.quoted) is unknown here: write \"scene\" or \"initial\", "
            + "or indent the line by two spaces")
      }
    }
    if let header { try addScene(header, lines) }
  }

  private mutating func setInitial(_ line: StoryboardLine) throws(StoryboardError) {
    if let initial {
      throw line.keyword.error(
        in: file, "line \(initial.line) already names the initial scene: remove one of them")
    }
    initial = try value(of: line)
  }

  private mutating func addScene(
    _ identifier: StoryboardWord, _ lines: [StoryboardLine]
  ) throws(StoryboardError) {
    for other in scenes where other.identifier.text == identifier.text {
      throw identifier.error(
        in: file,
        "the scene of line \(other.identifier.line) is also named \(identifier.quoted): rename one of them"
      )
    }
    guard scenes.count < Self.maximumScenes else {
      throw identifier.error(
        in: file, "there are more than \(Self.maximumScenes) scenes: split the storyboard")
    }
    scenes.append(try scene(identifier, lines))
  }

  private func scene(
    _ identifier: StoryboardWord, _ lines: [StoryboardLine]
  ) throws(StoryboardError) -> StoryboardScene {
    var scene = StoryboardScene(identifier: identifier, typeKey: identifier)
    var hasClass = false
    for (index, line) in lines.enumerated() {
      for other in lines[..<index] where other.keyword.text == line.keyword.text {
        throw line.keyword.error(
          in: file,
          "line \(other.keyword.line) already has \(line.keyword.quoted): remove one of them")
      }
      if line.keyword.text == "class" { hasClass = true }
      try read(line, into: &scene)
    }
    guard hasClass else {
      throw identifier.error(
        in: file, "the scene has no class: add an indented line \"class\" with a registered name")
    }
    return scene
  }

  private func read(
    _ line: StoryboardLine, into scene: inout StoryboardScene
  ) throws(StoryboardError) {
    switch StoryboardScene.Attribute(rawValue: line.keyword.text) {
    case .type: scene.typeKey = try value(of: line)
    case .restorationIdentifier: scene.restorationIdentifier = try value(of: line)
    case .title: scene.title = try value(of: line).text
    case .tabTitle: scene.tabTitle = try value(of: line).text
    case .presentation: scene.presentation = try presentation(line)
    case .root: scene.root = try value(of: line)
    case .primary: scene.primary = try value(of: line)
    case .secondary: scene.secondary = try value(of: line)
    case .tabs:
      guard !line.values.isEmpty else { throw missingValue(line) }
      scene.tabs = line.values
    case nil:
      let known = StoryboardScene.Attribute.allCases.map(\.rawValue).joined(separator: ", ")
      throw line.keyword.error(
        in: file, "\(line.keyword.quoted) is unknown in a scene: write one of \(known)")
    }
  }

  private func presentation(
    _ line: StoryboardLine
  ) throws(StoryboardError) -> ModalPresentationStyle {
    let word = try value(of: line)
    switch word.text {
    case "sheet": return .formSheet
    case "full-screen": return .fullScreen
    default:
      throw word.error(
        in: file, "\(word.quoted) is not a presentation style: write sheet or full-screen")
    }
  }

  // MARK: - Values

  /// The one value of a line.
  private func value(of line: StoryboardLine) throws(StoryboardError) -> StoryboardWord {
    guard let value = line.values.first, !value.text.isEmpty else { throw missingValue(line) }
    if line.values.count > 1 {
      throw line.values[1].error(
        in: file, "\(line.keyword.quoted) takes one value: put several words in quotes")
    }
    return value
  }

  private func missingValue(_ line: StoryboardLine) -> StoryboardError {
    line.keyword.error(in: file, "\(line.keyword.quoted) has no value: write one after it")
  }
}
