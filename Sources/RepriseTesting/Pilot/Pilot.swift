import Foundation
import Reprise
import Testing

/// Drives an app without a tty: presses keys, looks at the screen, kills it and starts it again.
///
/// After every turn it audits: the saved state has to equal a walk over the whole interface. A
/// difference is a change that somebody forgot to mark; it is recorded as an issue of the running
/// test, which fails (design 8). A test that provokes one does so in ``problems(provokedBy:)``.
public final class Pilot {
  /// Makes the app under test on the given terminal and state; called again for each restart.
  public typealias Launcher = (_ device: HeadlessTerminal, _ store: StateStore) -> Application

  /// The running app.
  public private(set) var application: Application

  /// The terminal it runs on.
  public private(set) var terminal: HeadlessTerminal

  /// Whether the saved state is compared with the interface after every turn.
  public let audits: Bool

  /// The differences found so far that nobody provoked; each has failed the test already.
  public private(set) var problems: [String] = []

  /// The problems found while a test provokes them; `nil` while every problem fails the test.
  private var provoked: [String]?

  /// The turn that a change outside of a turn asked for, until ``settle()`` takes it.
  private var scheduledTurn: (@MainActor () -> Void)?

  /// Whether the app is killed and started again after every event, unseen by the test.
  public let restartsAfterEveryEvent: Bool

  /// Whether what goes on beside the interface is waited for after every event.
  public var finishesBackgroundWork = true

  let archive: StateArchive
  private let launcher: Launcher

  /// Launches an app.
  ///
  /// - Parameters:
  ///   - size: The window.
  ///   - restartsAfterEveryEvent: Whether the app is killed and started again after every event.
  ///   - audits: Whether to audit after every turn, which costs more than the turn.
  ///   - launcher: Makes the app.
  public init(
    size: Size = Size(width: 80, height: 24), restartsAfterEveryEvent: Bool = false,
    audits: Bool = true, launcher: @escaping Launcher
  ) throws {
    archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    self.launcher = launcher
    self.restartsAfterEveryEvent = restartsAfterEveryEvent
    self.audits = audits
    terminal = HeadlessTerminal(size: size)
    application = launcher(terminal, try StateStore(archive: archive))
    try launch()
  }

  private func launch() throws {
    scheduledTurn = nil
    application.callSoon = { [weak self] in self?.scheduledTurn = $0 }
    try application.launch()
    finishBackgroundWork()
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

  /// Whether a change outside of a turn asked for a turn that has not been taken.
  public var isTurnScheduled: Bool { scheduledTurn != nil }

  /// Takes the turn that changes outside of a turn asked for: those of a task or a timer.
  ///
  /// An app takes it when the main thread comes to it; a test says when.
  public func settle() throws {
    guard let turn = scheduledTurn else { return }
    scheduledTurn = nil
    turn()
    try afterEvent()
  }

  private func afterEvent() throws {
    finishBackgroundWork()
    // Its turn drew everything.
    scheduledTurn = nil
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
    try launch()
  }

  /// Waits for what goes on beside the interface, so that no picture depends on anybody's speed.
  private func finishBackgroundWork() {
    guard finishesBackgroundWork, !application.finishBackgroundWork() else { return }
    let problem = "work beside the interface has not ended"
    problems.append(problem)
    Issue.record("\(problem)")
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

  /// Does what is meant to leave state and interface apart, and gives the differences instead of
  /// failing the test.
  public func problems(provokedBy body: () throws -> Void) rethrows -> [String] {
    provoked = []
    defer { provoked = nil }
    try body()
    return provoked ?? []
  }

  private func note(_ problem: String) {
    if provoked == nil {
      problems.append(problem)
      Issue.record("state and interface differ: \(problem)")
    } else {
      provoked?.append(problem)
    }
  }

  /// Compares the archive with a full walk.
  private func audit() {
    guard audits, application.termination == nil, application.isPreserving else { return }
    do {
      let stored = try archive.load()
      let saved = Dictionary(uniqueKeysWithValues: stored.map { ($0.node, $0) })
      let walked = application.fullWalk()
      for (node, record) in walked where saved[node] != record {
        note(Self.describe(record, saved: saved[node]))
      }
      for (node, record) in saved where walked[node] == nil {
        note("\(record.identifier) \(node) is saved but no longer part of the interface")
      }
    } catch {
      note("the archive cannot be read back: \(error)")
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
