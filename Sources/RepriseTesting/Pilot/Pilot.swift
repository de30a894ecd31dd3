import Foundation
import Reprise
import Testing

/// Drives an app without a tty: presses keys, reads the screen, kills the app and restarts it.
///
/// After every turn it audits: the saved state must equal a walk over the whole interface. A
/// difference is a change that was not marked dirty; it is recorded as an issue of the running
/// test, which fails (design 8). A test that provokes one does so in ``problems(provokedBy:)``.
public final class Pilot {
  /// Makes the app under test for a terminal and a state; called again for each restart.
  public typealias Launcher = (_ device: HeadlessTerminal, _ store: StateStore) -> Application

  /// The running app.
  public private(set) var application: Application

  /// The terminal it runs on.
  public private(set) var terminal: HeadlessTerminal

  /// Whether every turn compares the saved state with the interface.
  public let audits: Bool

  /// The unprovoked differences so far; each has failed the test already.
  public private(set) var problems: [String] = []

  /// The problems found while a test provokes them; `nil` while every problem fails the test.
  private var provoked: [String]?

  /// The turn scheduled by a change outside of a turn, until ``settle()`` runs it.
  private var scheduledTurn: (@MainActor () -> Void)?

  /// Whether the app is killed and restarted after every event, invisibly to the test.
  public let restartsAfterEveryEvent: Bool

  /// Whether every event waits for background work.
  public var finishesBackgroundWork = true

  let archive: StateArchive
  private let launcher: Launcher

  /// Launches an app.
  ///
  /// - Parameters:
  ///   - size: The window.
  /// - restartsAfterEveryEvent: Whether the app is killed and restarted after every event.
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

  // MARK: - Actions

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

  /// Delivers one event as its own turn.
  public func send(_ event: TerminalEvent) throws {
    terminal.send([event])
    try afterEvent()
  }

  /// Whether a change outside of a turn has scheduled a turn that has not run.
  public var isTurnScheduled: Bool { scheduledTurn != nil }

  /// Runs the turn scheduled by a task or a timer.
  ///
  /// An app runs it when the main thread is idle; here the test decides.
  public func settle() throws {
    guard let turn = scheduledTurn else { return }
    scheduledTurn = nil
    turn()
    try afterEvent()
  }

  private func afterEvent() throws {
    finishBackgroundWork()
    // The event's turn has drawn everything.
    scheduledTurn = nil
    audit()
    if restartsAfterEveryEvent, application.termination == nil { try restartAndRestore() }
  }

  // MARK: - Restarts

  /// Drops the app as a kill would, and starts a new one on the saved state.
  ///
  /// - Parameter hasWaitingInput: Whether input arrives before the first frame.
  public func restartAndRestore(size: Size? = nil, hasWaitingInput: Bool = false) throws {
    terminal = HeadlessTerminal(size: size ?? terminal.size)
    terminal.hasWaitingInput = hasWaitingInput
    application = launcher(terminal, try StateStore(archive: archive))
    try launch()
  }

  /// Waits for background work, so that no picture depends on timing.
  private func finishBackgroundWork() {
    guard finishesBackgroundWork, !application.finishBackgroundWork() else { return }
    let problem = "background work has not finished"
    problems.append(problem)
    Issue.record("\(problem)")
  }

  // MARK: - Inspection

  /// The current frame.
  public var frame: Frame { terminal.frames.last ?? Frame(size: terminal.size) }

  /// The screen as text, without spaces at line ends and without empty lines at the end.
  public var screen: String {
    var text = frame.plainText()
    while text.last == "\n" { text.removeLast() }
    return text
  }

  /// Runs code that makes state and interface differ, and returns the differences instead of
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

  /// Compares the archive with a walk over the whole interface.
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

  /// The contents of a record by name.
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
