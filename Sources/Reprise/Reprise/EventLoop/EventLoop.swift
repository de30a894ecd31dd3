import Dispatch
import Foundation
import Terminal

/// Runs the turns of an app: all that happens to the interface happens in one.
///
/// A turn hands each event to the responders, stores what changed and draws one frame. When it ends,
/// what is on the screen is in the saved state, and what the state refers to is in the data.
package final class EventLoop {
  /// Calls a closure after a delay; tests replace it with their clock.
  package var callLater: (_ delay: Duration, _ body: @escaping @MainActor () -> Void) -> Void = {
    DelayedCall.dispatch(after: $0, $1)
  }

  /// Calls a closure as soon as the main thread is free.
  package var callSoon: (_ body: @escaping @MainActor () -> Void) -> Void = {
    DispatchQueue.main.async(execute: $0)
  }

  /// The clock for everything that depends on how fast keys follow each other; tests replace it.
  package var now: () -> ContinuousClock.Instant = { .now }

  // Closures that may outlive the app hold it weakly and come back through it.
  private unowned let app: Application
  private var schedule = TurnSchedule()
  private var pauseCalls = PauseCalls()
  private var retryPacing = RetryPacing()
  private var animations: [DisplayLink] = []

  /// Whether the event that is being handled stored data of the app.
  private var didChangeData = false

  init(of app: Application) {
    self.app = app
  }

  private var window: Window { app.window }

  /// Whether a turn can draw: after the first frame, in the foreground, before the end.
  var canDraw: Bool {
    app.restoration.isFirstFrameOut && app.termination == nil && app.state != .background
  }

  // MARK: - Turns

  /// Handles all pending events, then stores and draws the results.
  func turn(_ events: [TerminalEvent]) {
    // An event may take the last reference to the app, as in a test that launches another one.
    let app = app
    defer { withExtendedLifetime(app) {} }
    schedule.begin()
    defer {
      window.didDisplay()
      schedule.end()
    }
    app.preservation.beginTurn()
    var events = events
    if events.contains(where: \.isInput), app.dataLock.lockIfIdle() {
      // It was not meant for what is shown now.
      events.removeAll(where: \.isInput)
      guard app.termination == nil else { return }
    }
    if events.contains(where: \.isInput) {
      pauseCalls.noteInput()
      app.dataLock.noteInput()
      app.delegate.applicationWillBeginTurn(app)
    }
    for (index, event) in events.enumerated() {
      if index > 0 { commitEarlierEvents(before: event) }
      guard makePauseCalls(before: event) else { return }
      dispatch(event)
      guard app.termination == nil else { return }
      window.settle()
      if didChangeData { commit() }
    }
    guard app.state != .background else { return }
    commit()
    #if DEBUG
      app.preservation.reportNewScreens()
    #endif
    draw()
    retrySoon()
    waitForPause()
    runAnimations()
  }

  private func draw() {
    let frame = window.drawFrame()
    app.restoration.willShowFrame()
    app.device.present(frame)
    app.preservation.snapshots.isSeen = true
  }

  private func dispatch(_ event: TerminalEvent) {
    switch event {
    case .key(let press):
      window.awaitsTypedAhead = false
      window.send(press)
    case .paste(let text):
      window.awaitsTypedAhead = false
      window.send(paste: text)
    case .pasteCut(let limit): notePasteCut(limit)
    case .mouse(let event):
      window.awaitsTypedAhead = false
      window.send(event)
    case .focus(let isFocused): app.lifeCycle.focusDidChange(isFocused)
    case .resize(let size): resize(to: size)
    // The device now knows theme and colors; the turn draws everything with them.
    case .background(_), .type(_): app.systemEvents.announce(.terminal)
    case .version, .attributes(_), .cellPixels(_), .report(_): break
    case .graphics: app.graphicsDidChange()
    case .signal(let signal): app.lifeCycle.handle(signal)
    case .hangup: app.terminate(.signal(.hangup))
    }
  }

  /// Reports that a paste was cut, unless a view has done so.
  private func notePasteCut(_ limit: Int) {
    guard window.notice == nil else { return }
    window.show(
      notice: "Only \(limit >> 20) MiB of the paste was inserted; the rest was dropped",
      kind: .warning)
  }

  /// Lays out, then tells observers (contract 8.6.4).
  private func resize(to size: Size) {
    window.frame = Rect(origin: .zero, size: size)
    guard app.state != .background else { return }
    if app.prefersPictureGraphics { app.graphicsDidChange() }
    window.settle()
    app.systemEvents.noteWindowSize(size)
  }

  // MARK: - Storing

  /// Stores drafts with the redo record of the state, then the state.
  func commit() {
    didChangeData = false
    let sealed = app.preservation.sealChanges()
    app.delegate.application(app, commitDrafts: sealed?.redoRecord)
    app.preservation.preserve(sealed)
  }

  /// Notes that this event stored data, so that the state is stored right after it.
  func noteDataChange() { didChangeData = true }

  /// Stores what earlier events changed, before the next one may change data of the app.
  ///
  /// A kill in the middle of an event then finds a state that is behind the data by this event
  /// alone, whatever was typed ahead. Typing into a text changes no data, so a burst of typed keys
  /// is stored once.
  private func commitEarlierEvents(before event: TerminalEvent?) {
    guard app.preserver.isDirty, canDraw else { return }
    if case .key(let press) = event, window.isTyping(press) { return }
    commit()
  }

  /// Retries what failed while a warning is shown, ever less often.
  private func retrySoon() {
    let next = retryPacing.next(for: window.warning ?? window.stateWarning)
    guard let (seconds, attempt) = next else { return }
    callLater(.seconds(seconds)) { [weak app] in
      guard let app, app.eventLoop.retryPacing.begin(attempt) else { return }
      if app.eventLoop.canDraw { app.delegate.applicationWillBeginTurn(app) }
      app.update()
    }
  }

  // MARK: - Turns without events

  /// Lays out, stores and draws what changed outside of an event.
  ///
  /// Does nothing before the first frame and in the background.
  func update() {
    guard canDraw else { return }
    let app = app
    defer { withExtendedLifetime(app) {} }
    schedule.begin()
    defer { schedule.end() }
    window.settle()
    turn([])
  }

  /// Asks for one turn soon, however much changes until then.
  ///
  /// Within a turn it does nothing, since the turn ends with a frame.
  func setNeedsTurn() {
    guard canDraw, schedule.ask() else { return }
    callSoon { [weak app] in
      guard let app, app.eventLoop.schedule.isAskedFor else { return }
      app.eventLoop.schedule.withdraw()
      app.update()
    }
  }

  /// Makes calls in one turn, each like an event of its own.
  func turn(making calls: some Sequence<DelayedCall>) {
    guard canDraw else { return }
    let app = app
    defer { withExtendedLifetime(app) {} }
    schedule.begin()
    defer { schedule.end() }
    if make(calls) { turn([]) }
  }

  /// Makes calls in the turn that is under way; returns `false` if the app has ended.
  private func make(_ calls: some Sequence<DelayedCall>) -> Bool {
    for call in calls where !call.isOver {
      commitEarlierEvents(before: nil)
      call.call()
      guard app.termination == nil else { return false }
      window.settle()
      if didChangeData { commit() }
    }
    return true
  }

  // MARK: - Later

  /// Calls a closure after a delay, unless the app has ended by then.
  func perform(after delay: Duration, _ body: @escaping () -> Void) -> DelayedCall {
    let call = DelayedCall(body)
    callLater(delay) { [weak app] in
      guard let app, app.termination == nil else { return }
      withExtendedLifetime(app) { call.call() }
    }
    return call
  }

  // MARK: - Pauses

  /// The time without input that counts as a pause.
  private static let pause = Duration.milliseconds(80)

  /// Whether anything waits for a pause.
  var awaitsPause: Bool { !pauseCalls.isEmpty }

  /// Has a call made in the next pause.
  func performInPause(_ call: DelayedCall, letting passes: @escaping (TerminalEvent) -> Bool) {
    pauseCalls.waiting.append(PauseCalls.Waiting(call: call, passes: passes))
    waitForPause()
  }

  /// Looks for a pause, if anything waits for one; one timer serves all keys until then.
  private func waitForPause() {
    guard !pauseCalls.isTimed, !pauseCalls.waiting.isEmpty else { return }
    pauseCalls.isTimed = true
    let inputs = pauseCalls.inputs
    callLater(Self.pause) { [weak app] in
      guard let app else { return }
      let loop = app.eventLoop
      loop.pauseCalls.isTimed = false
      // The waiting input may cause no event, and so no turn that would look for a pause again.
      let isPause = loop.pauseCalls.inputs == inputs && !app.device.hasWaitingInput
      withExtendedLifetime(app) { isPause ? loop.makePauseCalls() : loop.waitForPause() }
    }
  }

  /// Makes the calls that wait, in one turn.
  ///
  /// In the background, before the first frame, and while keys wait to be read, they wait on.
  func makePauseCalls() {
    guard canDraw, !app.device.hasWaitingInput else { return }
    let calls = pauseCalls.takeAll()
    guard calls.contains(where: { !$0.isOver }) else { return }
    turn(making: calls)
  }

  /// Makes the calls that an event does not pass, in the turn of the event.
  ///
  /// Returns `false` if the app has ended.
  private func makePauseCalls(before event: TerminalEvent) -> Bool {
    guard !pauseCalls.waiting.isEmpty else { return true }
    return make(pauseCalls.takeDue(before: event))
  }

  // MARK: - Animations

  /// Runs an animation whenever it can be seen, until it is invalid or its view is gone.
  func add(_ link: DisplayLink) {
    animations.append(link)
    runAnimations()
  }

  /// Schedules the next frames of all visible animations.
  func runAnimations() {
    guard !animations.isEmpty else { return }
    animations.removeAll(where: \.isInvalid)
    for link in animations { link.run(in: app) }
  }

  /// Stops all animations, as when the app is no longer active.
  func stopAnimations() {
    for link in animations { link.stop() }
  }
}

/// The turns under way, and the one asked for.
private struct TurnSchedule {
  /// The number of nested turns: an action may ask for one inside the turn of its event.
  private var depth = 0

  /// Whether a turn was asked for and has not begun.
  private(set) var isAskedFor = false

  mutating func begin() { depth += 1 }

  /// Ends a turn; its frame includes the changes for which another turn was requested.
  mutating func end() {
    depth -= 1
    isAskedFor = false
  }

  /// Withdraws the request: the turn begins now, or there is no screen any more.
  mutating func withdraw() { isAskedFor = false }

  /// Asks for a turn; returns `false` if none is needed.
  mutating func ask() -> Bool {
    guard depth == 0, !isAskedFor else { return false }
    isAskedFor = true
    return true
  }
}

/// The calls that wait until the person pauses.
private struct PauseCalls {
  /// A call, and which events may precede it.
  struct Waiting {
    let call: DelayedCall
    let passes: (TerminalEvent) -> Bool
  }

  /// The calls, in order; some may have been cancelled.
  var waiting: [Waiting] = []

  /// Whether a timer runs that looks whether the person has paused.
  var isTimed = false

  /// Counts keys, clicks and pastes.
  private(set) var inputs = 0

  /// Whether no call waits, but for cancelled ones.
  var isEmpty: Bool { waiting.allSatisfy(\.call.isOver) }

  mutating func noteInput() { inputs &+= 1 }

  mutating func takeAll() -> [DelayedCall] {
    defer { waiting = [] }
    return waiting.map(\.call)
  }

  /// Removes and returns the calls that an event must not overtake.
  mutating func takeDue(before event: TerminalEvent) -> [DelayedCall] {
    if case .resize = event {} else if !event.isInput { return [] }
    let due = waiting.filter { !$0.passes(event) }.map(\.call)
    waiting.removeAll { waiting in due.contains { $0 === waiting.call } }
    return due
  }
}

/// A call in the future.
public final class DelayedCall {
  /// Whether the call was made or cancelled.
  public private(set) var isOver = false

  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Cancels the call, unless it was made.
  public func cancel() { isOver = true }

  func call() {
    guard !isOver else { return }
    isOver = true
    body()
  }

  /// Calls something on the main queue.
  nonisolated static func dispatch(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    // A duration beyond any number of nanoseconds is as good as never.
    let nanoseconds = min(max(0, delay / .nanoseconds(1)), 1e18)
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .nanoseconds(Int(nanoseconds)), execute: body)
  }
}

/// When to retry what failed: soon at first, then ever less often.
///
/// A full disk may have room again in a moment. A read-only home stays read-only for long, and must not
/// wake the machine every second.
private struct RetryPacing {
  /// The longest pause, in seconds.
  private static let longest = 60

  private var warning: String?
  private var pause = 0
  private var attempt = 0
  private var isWaiting = false

  /// Records the current problem, and returns when to retry.
  ///
  /// - Parameter current: The warning; `nil` without one.
  /// - Returns: The seconds from now and the attempt, for ``begin(_:)``; `nil` if no retry is
  ///   needed, or one is scheduled already.
  mutating func next(for current: String?) -> (seconds: Int, attempt: Int)? {
    if current != warning { (warning, pause, isWaiting) = (current, 0, false) }
    guard current != nil, !isWaiting else { return nil }
    isWaiting = true
    attempt += 1
    pause = min(max(1, pause * 2), Self.longest)
    return (pause, attempt)
  }

  /// Whether an attempt is still due; one for an earlier warning is not.
  mutating func begin(_ attempt: Int) -> Bool {
    guard isWaiting, attempt == self.attempt else { return false }
    isWaiting = false
    return true
  }
}
