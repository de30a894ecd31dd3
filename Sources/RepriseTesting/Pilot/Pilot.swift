import Foundation
import Reprise

/// Drives an app without a tty: presses keys, looks at the screen, kills it and starts it again.
///
/// After every turn it checks that the saved state equals a walk over the whole interface, so a
/// change that somebody forgot to mark fails the test in which it happens (design 8).
public final class Pilot {
  /// Makes the app under test on the given terminal and state; called again for each restart.
  public typealias Launcher = (_ device: HeadlessTerminal, _ store: StateStore) -> Application

  /// The running app.
  public private(set) var application: Application

  /// The terminal it runs on.
  public private(set) var terminal: HeadlessTerminal

  /// What went wrong so far: differences between the saved state and the interface.
  public private(set) var problems: [String] = []

  /// Whether the app is killed and started again after every event, unseen by the test.
  public let restartsAfterEveryEvent: Bool

  private let archive: StateArchive
  private let launcher: Launcher

  /// Launches an app.
  public init(
    size: Size = Size(width: 80, height: 24), restartsAfterEveryEvent: Bool = false,
    launcher: @escaping Launcher
  ) throws {
    archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    self.launcher = launcher
    self.restartsAfterEveryEvent = restartsAfterEveryEvent
    terminal = HeadlessTerminal(size: size)
    application = launcher(terminal, try StateStore(archive: archive))
    try application.launch()
    audit()
  }

  // MARK: - Doing things

  /// Presses keys, one turn each.
  public func press(_ keys: KeyPress...) throws {
    for key in keys { try send(.key(key)) }
  }

  /// Types text, one key and one turn for each character.
  public func type(_ text: String) throws {
    for character in text { try send(.key(.character(character))) }
  }

  /// Pastes text.
  public func paste(_ text: String) throws {
    try send(.paste(text))
  }

  /// Clicks a cell.
  public func click(x: Int, y: Int) throws {
    try send(.mouse(MouseEvent(.press, at: Point(x: x, y: y))))
  }

  /// Changes the size of the window.
  public func resize(to size: Size) throws {
    terminal.resize(to: size)
    try afterEvent()
  }

  /// Delivers one event as a turn of its own.
  public func send(_ event: TerminalEvent) throws {
    terminal.send([event])
    try afterEvent()
  }

  private func afterEvent() throws {
    audit()
    if restartsAfterEveryEvent, application.termination == nil { try restartAndRestore() }
  }

  // MARK: - Dying and coming back

  /// Forgets the app as a kill would, and starts a new one on what was saved.
  ///
  /// - Parameter hasWaitingInput: Whether something is typed before the first frame.
  public func restartAndRestore(size: Size? = nil, hasWaitingInput: Bool = false) throws {
    terminal = HeadlessTerminal(size: size ?? terminal.size)
    terminal.hasWaitingInput = hasWaitingInput
    application = launcher(terminal, try StateStore(archive: archive))
    try application.launch()
    audit()
  }

  // MARK: - Looking

  /// The frame on the glass.
  public var frame: Frame { terminal.frames.last ?? Frame(size: terminal.size) }

  /// The screen as text, without spaces at line ends and without empty lines at the end.
  public var screen: String {
    var text = frame.plainText()
    while text.last == "\n" { text.removeLast() }
    return text
  }

  /// Compares the archive with a full walk.
  private func audit() {
    guard application.termination == nil, application.isPreserving else { return }
    do {
      let stored = try archive.load()
      let saved = Dictionary(uniqueKeysWithValues: stored.map { ($0.node, $0) })
      let walked = application.fullWalk()
      for (node, record) in walked where saved[node] != record {
        problems.append(Self.describe(record, saved: saved[node]))
      }
      for (node, record) in saved where walked[node] == nil {
        problems.append("\(record.identifier) \(node) is saved but no longer part of the interface")
      }
    } catch {
      problems.append("the archive cannot be read back: \(error)")
    }
  }

  private static func describe(_ record: ObjectRecord, saved: ObjectRecord?) -> String {
    guard let saved else { return "\(record.typeKey) \(record.identifier) is not saved" }
    let (old, new) = (facts(of: saved), facts(of: record))
    let differences = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted().map {
      "\($0): saved \(old[$0] ?? "nothing"), is \(new[$0] ?? "nothing")"
    }
    return "\(record.typeKey) \(record.identifier): \(differences.joined(separator: "; "))"
  }

  /// All that a record says, by name.
  private static func facts(of record: ObjectRecord) -> [String: String] {
    var facts = record.values.reduce(into: [:]) { $0[$1.key] = "\($1.value)" }
    facts["(parent)"] = record.parent.map { "\($0)" }
    facts["(position)"] = record.index.map { "\($0)" }
    facts["(identifier)"] = record.identifier
    facts["(type)"] = "\(record.typeKey), schema \(record.schema)"
    facts["(class)"] = record.restorationClass
    facts["(carried)"] = "\(record.carried)"
    return facts
  }
}
