import Foundation

/// The measured programs and their files.
struct Subjects {
  let home: String
  let keepsake: String
  let plainList: String

  /// A program linked to the same libraries that does nothing.
  let floor: String

  /// Another build of Keepsake for comparison.
  let reference: String?

  /// The name of the reference's own home.
  static let referenceHome = "reference"

  /// The size of the terminals that programs start in.
  var size = ScreenSize.wide

  /// The inventory as text, for the programs it is compared with.
  let text: String

  var environment: [String: String] {
    [
      "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LESS": "",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
    ]
  }

  /// - Parameter home: An existing home; by default a new one is made.
  init(reference: String? = nil, home existing: String? = nil) throws {
    self.reference = reference
    let directory = (CommandLine.arguments[0] as NSString).deletingLastPathComponent
    keepsake = directory + "/keepsake"
    plainList = directory + "/PlainList"
    floor = directory + "/Floor"
    home = existing ?? NSTemporaryDirectory() + "reprise-benchmark-\(getpid())"
    text = home + "/inventory.txt"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  /// The same programs and files in terminals of another size.
  func at(_ size: ScreenSize) -> Subjects {
    var subjects = self
    subjects.size = size
    return subjects
  }

  func removeFiles() {
    try? FileManager.default.removeItem(atPath: home)
  }

  /// A program in the usual directories, or `nil` where it is not installed.
  func installed(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + name }
      .first { access($0, X_OK) == 0 }
  }

  /// The environment with another home next to this one.
  func environment(forHome name: String) -> [String: String] {
    environment.merging(["HOME": "\(home)/\(name)"]) { $1 }
  }

  /// The selected row in the saved state of the last kill.
  func selectedRow() throws -> Int {
    let file = home + "/state.txt"
    _ = try Processes.run([keepsake, "state", "show"], environment: environment, output: file)
    let key = "selected.path = [0, "
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    guard let line = lines.first(where: { $0.contains(key) }),
      let row = line.components(separatedBy: key).last.flatMap({ Int($0.dropLast()) })
    else { throw BenchmarkError("the saved state has no selected row") }
    return row
  }

  /// Starts a program in a terminal, in the common home or in its own.
  func start(_ words: [String], home: String? = nil) throws -> RawTerminal {
    try RawTerminal(
      words, environment: home.map(environment(forHome:)) ?? environment, size: size)
  }

  /// Imports an inventory with a build of Keepsake into a home.
  func importing(_ csv: String, by program: String, into home: String) throws {
    _ = try Processes.run([program, "import", csv], environment: environment(forHome: home))
  }
}
