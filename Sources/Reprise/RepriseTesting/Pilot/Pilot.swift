import Foundation
import Preservation
import Reprise
import Testing

/// Drives an app without a tty: presses keys, reads the screen, kills the app and restarts it.
///
/// After every turn it audits: the saved state must equal a walk over the whole interface. A
/// difference is a change that was not marked dirty; it is recorded as an issue of the running
/// test, at the line that called the pilot. The same goes for a remark of the kit that is not one of the
/// ``expectedRemarks``, and for a controller that one of its own closures keeps alive after it was popped or
/// dismissed. Tests that provoke such problems use ``problems(provokedBy:)``.
///
/// ```swift
/// let pilot = try Pilot(app: NotesApp.self)
/// pilot.find("list").press(.character("n"))
/// pilot.find("form/name").type("Milk")
/// try pilot.restartAndRestore()
/// #expect(pilot.find("form/name").text == "Milk")
/// ```
public final class Pilot {
  /// Makes the app under test for a terminal and a state; called again for each restart.
  public typealias Launcher = (_ device: HeadlessTerminal, _ store: StateStore) throws ->
    Application

  /// The running app.
  public private(set) var application: Application

  /// The terminal it runs on.
  public private(set) var terminal: HeadlessTerminal

  /// Whether every turn compares the saved state with the interface.
  public let audits: Bool

  /// The unprovoked differences so far; each has failed the test already.
  public internal(set) var problems: [String] = []

  /// Parts of the remarks that the test expects.
  ///
  /// A remark that contains none of them fails the test, at the line that called the pilot. An empty text allows every
  /// remark.
  ///
  /// ```swift
  /// pilot.expectedRemarks = ["has no restoration identifier"]
  /// ```
  public var expectedRemarks: [String]

  /// The remarks that have been checked.
  var knownRemarks: Set<String> = []

  /// The controllers that have left the interface, which should be gone.
  var departures = Departures()

  /// The problems found while a test provokes them; `nil` while every problem fails the test.
  var provoked: [String]?

  /// The turn scheduled by a change outside of a turn, until ``settle()`` runs it.
  private var scheduledTurn: (@MainActor () -> Void)?

  /// Whether the app is killed and restarted after every event, invisibly to the test.
  public let restartsAfterEveryEvent: Bool

  /// Whether every event waits for background work.
  public var finishesBackgroundWork = true

  /// The time that passes before each event, which matters for keys in quick succession
  /// (`Action.isDestructive`); it does not fire timers.
  public var pace = Duration.seconds(1)

  /// The app's pending calls, on a clock that ``advance(by:sourceLocation:)`` moves.
  var clock = VirtualClock()

  /// The line of the test that the pilot was called at.
  var caller: SourceLocation

  let archive: StateArchive
  private let launcher: Launcher

  /// Launches an app.
  ///
  /// - Parameters:
  ///   - size: The window.
  ///   - restartsAfterEveryEvent: Whether the app is killed and restarted after every event.
  ///   - audits: Whether to audit after every turn, which costs more than the turn.
  ///   - expectedRemarks: The first value of ``expectedRemarks``, for remarks of the launch.
  ///   - sourceLocation: The line at which a missing mark is reported.
  ///   - launcher: Makes the app.
  public init(
    size: Size = Size(width: 80, height: 24), restartsAfterEveryEvent: Bool = false,
    audits: Bool = true, expectedRemarks: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation, launcher: @escaping Launcher
  ) throws {
    caller = sourceLocation
    self.expectedRemarks = expectedRemarks
    archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    self.launcher = launcher
    self.restartsAfterEveryEvent = restartsAfterEveryEvent
    self.audits = audits
    terminal = HeadlessTerminal(size: size)
    application = try launcher(terminal, StateStore(archive: archive))
    try launch()
  }

  private func launch() throws {
    scheduledTurn = nil
    clock.forget()
    application.eventLoop.callSoon = { [weak self] in self?.scheduledTurn = $0 }
    application.eventLoop.callLater = { [weak self] in self?.clock.call(after: $0, $1) }
    application.eventLoop.now = { [weak self] in self?.clock.typingTime ?? .now }
    try application.launch()
    finishBackgroundWork()
    audit()
    checkRemarks()
  }

  isolated deinit { reportLeaks() }

  // MARK: - Actions

  /// Presses keys, one turn each.
  public func press(
    _ keys: KeyPress..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for key in keys { try send(.key(key), sourceLocation: sourceLocation) }
  }

  /// Types text, one key and one turn for each character.
  public func type(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for character in text {
      try send(.key(.character(character)), sourceLocation: sourceLocation)
    }
  }

  /// Pastes text.
  public func paste(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try send(.paste(text), sourceLocation: sourceLocation)
  }

  /// Clicks a cell.
  public func click(
    x: Int, y: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try send(.mouse(MouseEvent(.press, at: Point(x: x, y: y))), sourceLocation: sourceLocation)
  }

  /// Presses the button at one cell, moves the pointer to another, and releases the button by default.
  ///
  /// The pointer passes through every line in between, like a real one.
  ///
  /// ```swift
  /// try pilot.drag(from: Point(x: 38, y: 1), to: Point(x: 38, y: 3))
  /// ```
  public func drag(
    from start: Point, to end: Point, releasing: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try send(.mouse(MouseEvent(.press, at: start)), sourceLocation: sourceLocation)
    var y = start.y
    while y != end.y {
      y += (end.y - y).signum()
      let place = Point(x: y == end.y ? end.x : start.x, y: y)
      try send(.mouse(MouseEvent(.drag, at: place)), sourceLocation: sourceLocation)
    }
    guard releasing else { return }
    try send(.mouse(MouseEvent(.release, at: end)), sourceLocation: sourceLocation)
  }

  /// Changes the size of the window.
  public func resize(to size: Size, sourceLocation: SourceLocation = #_sourceLocation) throws {
    caller = sourceLocation
    terminal.resize(to: size)
    try afterEvent()
  }

  /// Delivers one event as its own turn.
  public func send(
    _ event: TerminalEvent, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    caller = sourceLocation
    clock.type(for: pace)
    terminal.send([event])
    try afterEvent()
  }

  /// Whether a change outside of a turn has scheduled a turn that has not run.
  public var isTurnScheduled: Bool { scheduledTurn != nil }

  /// Runs the turn scheduled by a task or a timer.
  ///
  /// An app runs it when the main thread is idle; here the test decides. A change that did not schedule
  /// a turn fails the test, with the rows that differ.
  public func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    caller = sourceLocation
    if let turn = scheduledTurn {
      scheduledTurn = nil
      turn()
      try afterEvent()
    }
    checkGlass()
    checkRemarks()
  }

  private func afterEvent() throws {
    finishBackgroundWork()
    // The event's turn has drawn everything.
    scheduledTurn = nil
    audit()
    checkRemarks()
    if restartsAfterEveryEvent, application.termination == nil {
      try restartAndRestore(sourceLocation: caller)
    }
  }

  // MARK: - Restarts

  /// Drops the app as a kill would, and starts a new one on the saved state.
  ///
  /// - Parameters:
  ///   - size: Columns and rows of the new terminal; `nil` keeps the size.
  ///   - hasWaitingInput: Whether input arrives before the first frame.
  ///   - sourceLocation: The line that a failure names.
  public func restartAndRestore(
    size: Size? = nil, hasWaitingInput: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    caller = sourceLocation
    reportLeaks()
    knownRemarks = []
    terminal = HeadlessTerminal(size: size ?? terminal.size)
    terminal.hasWaitingInput = hasWaitingInput
    application = try launcher(terminal, StateStore(archive: archive))
    try launch()
  }

  /// Waits for background work, so that no picture depends on timing.
  func finishBackgroundWork() {
    guard finishesBackgroundWork, !application.finishBackgroundWork() else { return }
    let problem = "background work has not finished"
    problems.append(problem)
    Issue.record("\(problem)", sourceLocation: caller)
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

  /// Runs code that makes state and interface differ or causes remarks, and returns these problems
  /// instead of failing the test.
  public func problems(provokedBy body: () throws -> Void) rethrows -> [String] {
    provoked = []
    let departedBefore = departures.setAside()
    defer {
      provoked = nil
      departures.takeBack(departedBefore)
    }
    try body()
    checkRemarks()
    reportLeaks()
    return provoked ?? []
  }
}

extension Pilot {
  /// Launches an app as its `main` does, on a home directory of its own that is removed with the pilot.
  ///
  /// The state is kept in memory; there is no terminal, no log and no guardian. Each restart makes a new app and
  /// environment, on the same home.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - size: The window.
  ///   - restartsAfterEveryEvent: Whether the app is killed and started again after every event.
  ///   - audits: Whether to audit after every turn, which costs more than the turn.
  ///   - expectedRemarks: The first value of ``expectedRemarks``, for remarks of the launch.
  ///   - sourceLocation: The line at which a missing mark is reported.
  public convenience init<App: RepriseApp>(
    app: App.Type, size: Size = Size(width: 80, height: 24),
    restartsAfterEveryEvent: Bool = false, audits: Bool = true, expectedRemarks: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let home = TemporaryHome()
    try self.init(
      size: size, restartsAfterEveryEvent: restartsAfterEveryEvent, audits: audits,
      expectedRemarks: expectedRemarks, sourceLocation: sourceLocation
    ) { device, store in
      try App().makeApplication(device: device, store: store, home: home.path)
    }
  }
}

/// A temporary home directory, removed with this object or at the end of the process.
nonisolated public final class TemporaryHome: Sendable {
  /// The path of the directory.
  public let path: String

  /// Makes a directory with a unique name.
  public init() {
    path = NSTemporaryDirectory() + "reprise-home-\(UUID().uuidString)"
    // If it cannot be created, opening a file in it fails.
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    LeftDirectories.note(path)
  }

  deinit { LeftDirectories.remove(path) }
}

extension Pilot {
  /// The records that a save would store now, in no particular order.
  public var savedObjects: [SavedObject] {
    application.preservation.fullWalk().values.map(SavedObject.init)
  }

  /// A coder like the one that the kit passes to objects of this app, which may refer to each other.
  ///
  /// - Parameter values: The values to decode.
  public func coder(values: [(key: String, value: Value)] = []) -> Coder {
    Coder(values: values, references: application.preserver)
  }
}

/// An object in saved state.
///
/// ```swift
/// let lists = pilot.savedObjects.filter { (object: SavedObject) in object.identifier == "list" }
/// #expect(lists.count == 1)
/// ```
nonisolated public struct SavedObject: Hashable, Sendable {
  /// Its number in the state.
  public let node: NodeID
  /// The key under which its type is registered.
  public let typeKey: String
  /// Its restoration identifier; empty for a registered object.
  public let identifier: String
  /// Whether it is neither a view nor a controller.
  public let isObject: Bool

  init(_ record: ObjectRecord) {
    node = record.node
    (typeKey, identifier) = (record.typeKey, record.identifier)
    isObject = record.kind == .object
  }
}

/// The file of a saved state, opened for reading only.
nonisolated public struct SavedStateFile: Sendable {
  private let file: StateFile

  /// Names the file, `state.sqlite` in the directory of a session.
  public init(path: String) { file = StateFile(path: path) }

  /// The objects in it, in no particular order.
  ///
  /// - Throws: `StateError` where the keys don't open it.
  public func objects(keys: any KeyProvider) throws -> [SavedObject] {
    try file.contents(keys: keys).records.map(SavedObject.init)
  }
}

extension Pilot {
  /// Makes the app check for changes around it, as its watches would: files, the time zone, accessories.
  public func lookAround(sourceLocation: SourceLocation = #_sourceLocation) throws {
    application.systemEvents.lookAround()
    try settle(sourceLocation: sourceLocation)
  }

  /// Tells the app that memory is short, as the kernel would.
  public func sendMemoryWarning() { application.systemEvents.didReceiveMemoryWarning() }

  /// Replaces the clock of the idle lock, in seconds; ``advance(by:sourceLocation:)`` checks it.
  public func setIdleClock(_ now: @escaping () -> Double) { application.dataLock.now = now }
}

/// Fails the test for remarks of the kit.
extension Pilot {
  /// The kit's remarks since the last launch.
  public var remarks: [String] { application.restorationReport.remarks }

  /// Checks for new remarks, and for controllers that have left the interface.
  func checkRemarks() {
    if audits {
      application.preservation.reportUnreferenced()
      departures.note(application.window.rootViewController, at: caller)
    }
    for remark in remarks where knownRemarks.insert(remark).inserted {
      if expectedRemarks.contains(where: { $0.isEmpty || remark.contains($0) }) { continue }
      note("the kit remarks: \(remark.shortened(to: 600))")
    }
  }

  /// Reports the controllers that only one of their own closures has kept alive since they left the
  /// interface.
  ///
  /// Checks just before the app ends, because it has to remove closures to be sure. An object that the app or
  /// a test holds on purpose isn't a leak.
  func reportLeaks() {
    let here = caller
    defer { caller = here }
    for leak in departures.takeLeaks() {
      caller = leak.location
      note(
        "\(leak.name) was removed but stayed in memory: one of its own closures, such as a button's or an action's, "
          + "retains it; write [weak self] or [unowned self] there, or use Action(…, for: self)")
    }
  }
}
