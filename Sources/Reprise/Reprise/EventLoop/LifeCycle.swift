import Guardian
import Terminal

/// The life of an app from launch to end: its state,
/// the observers of transitions, and the steps of each (contract 1).
package final class LifeCycle {
  /// The state of the life cycle.
  private(set) var state = ApplicationState.inactive

  /// Why the app was launched.
  private(set) var launchOptions = LaunchOptions()

  /// How the app left; `nil` while it runs.
  private(set) var termination: Termination?

  /// The services that the app was given.
  var services = ProcessServices()

  /// How the app waits in the background.
  package let suspension: Suspension

  /// Gives the terminal to other programs.
  private(set) lazy var foregroundProgram = ForegroundProgram(of: app)

  private unowned let app: Application
  private var observers: [TransitionObserver] = []

  /// Whether the terminal has the focus, if it reports that.
  private var hasTerminalFocus = true

  /// Does nothing where no watchdog is set.
  private let idleWatchdog = Watchdog()

  init(of app: Application) {
    self.app = app
    suspension = Suspension(of: app)
  }

  private var watchdog: Watchdog { services.watchdog ?? idleWatchdog }
  private var device: any TerminalDevice { app.device }
  private var window: Window { app.window }

  // MARK: - Launching

  /// Launches the app: contract 1.3; with state, 1.4; while another job has the terminal, 1.5.
  ///
  /// - Throws: `TerminalError` before any callback if the terminal cannot be used.
  func launch(_ options: LaunchOptions) throws(TerminalError) {
    watchdog.begin(startingAgain: true)
    defer { watchdog.end() }
    launchOptions = options
    do {
      try openDevice()
    } catch {
      app.store.willLeave()
      throw error
    }
    if !device.isForeground { state = .background }
    if let note = app.store.endNote {
      app.store.noteGuarded(Guardian.noteEnd(inFile: note.path, at: note.offset))
    }
    let crash = app.store.takeCrashNote()
    if let file = app.store.crashFile { Guardian.noteCrash(inFile: file) }
    app.store.observeWarning(app.updating)
    app.makeFirstScreen()
    app.delegate.applicationWillFinishLaunching(app)
    app.restoration.announceDiscardedSessions()
    app.restoration.restore()
    announce(.didFinishLaunching)
    app.restoration.reportStore(crash)
    announceBuiltInDescription()
    app.store.willShow(window.frontController.flatMap(app.preserver.adoptedNode))
    if state == .background { try waitForForeground() } else { appear() }
  }

  private func openDevice() throws(TerminalError) {
    try device.open { [weak app] events in
      app?.eventLoop.turn(events)
      app?.restoration.noteTurn(events)
    }
    // Callbacks and notices of the launch need the right width.
    window.frame = Rect(origin: .zero, size: device.size)
  }

  /// Reports once why the terminal may look plainer than it could; not when restoring, since an earlier launch did.
  private func announceBuiltInDescription() {
    guard device.capabilities.isDescriptionBuiltIn, !app.restorationReport.didRestore else {
      return
    }
    window.show(
      notice:
        "No terminal description for “\(device.capabilities.name)”; using xterm-256color")
  }

  /// Takes the terminal and shows the first frame.
  private func appear() {
    if !app.preservation.snapshots.hasTerminal { device.resume() }
    window.frame = Rect(origin: .zero, size: device.size)
    window.settle()
    app.preservation.askWhetherToPreserve()
    becomeActive()
    app.eventLoop.turn([])
    // Keys typed before the first frame were not meant for this screen.
    if device.hasWaitingInput { window.awaitsTypedAhead = true }
    if device is CursesTerminal { services.gaps.forEach(app.remark) }
    app.restoration.firstFrameIsOut()
    // Nothing below affects the first frame, so it runs after it.
    app.askForRoom()
    app.systemEvents.begin()
    app.backgroundWork.resume()
    app.backgroundWork.deliverReports()
  }

  /// Stores what was restored and waits for the terminal, without a frame and without becoming active
  /// (contract 1.5).
  private func waitForForeground() throws(TerminalError) {
    announce(.didEnterBackground)
    app.preservation.askWhetherToPreserve()
    storeEverything()
    app.restoration.firstFrameIsOut()
    app.systemEvents.begin()
    watchdog.end()
    guard !suspension.rest() else { return }
    app.store.willLeave()
    throw .inBackground
  }

  // MARK: - Transitions

  /// Has a closure called at a transition while its observer lives.
  func observe(
    _ transition: ApplicationTransition, with observer: AnyObject, action: @escaping () -> Void
  ) {
    observers.removeAll { $0.object == nil }
    observers.append(TransitionObserver(object: observer, transition: transition, action: action))
  }

  /// How long delegate and observers of a transition may take together without a line in the log.
  private static let handlerPatience = Duration.milliseconds(200)

  /// Calls the delegate, then the observers; the log names those that take long (contract 8.6).
  func announce(_ transition: ApplicationTransition) {
    let start = ContinuousClock.now
    defer {
      let taken = ContinuousClock.now - start
      if taken > Self.handlerPatience {
        app.logger.notice(
          "slow \(transition)", metadata: ["milliseconds": "\(Int(taken / .milliseconds(1)))"])
      }
    }
    transition.tell(app.delegate, of: app)
    for observer in observers where observer.transition == transition && observer.object != nil {
      observer.action()
    }
  }

  func handle(_ signal: SystemSignal) {
    switch signal {
    case .terminate, .hangup, .interrupt: app.terminate(.signal(signal))
    case .quit: app.terminate(.forceQuit)
    case .suspend where foregroundProgram.isRunning: foregroundProgram.suspend()
    case .resume where foregroundProgram.isRunning: foregroundProgram.processDidContinue()
    case .suspend: suspend()
    case .resume: processDidContinue()
    }
  }

  /// Becomes active if the terminal has the focus; otherwise resumes work that needs no focus.
  func becomeActiveWithFocus() {
    if hasTerminalFocus { becomeActive() } else { app.backgroundWork.resume() }
  }

  private func becomeActive() {
    guard state == .inactive, app.isProtectedDataAvailable else { return }
    state = .active
    app.systemEvents.updateMidnightTimer()
    announce(.didBecomeActive)
    app.backgroundWork.resume()
    app.eventLoop.runAnimations()
  }

  func resignActive() {
    guard state == .active else { return }
    announce(.willResignActive)
    state = .inactive
    app.systemEvents.updateMidnightTimer()
    app.eventLoop.stopAnimations()
    app.backgroundWork.holdBack()
  }

  /// The terminal lost the focus, or has it again: delivers what no timer delivered meanwhile, then
  /// becomes active (contract 8.4, 8.6).
  func focusDidChange(_ isFocused: Bool) {
    hasTerminalFocus = isFocused
    guard isFocused else { return resignActive() }
    guard state == .inactive else { return }
    app.systemEvents.deliver()
    becomeActive()
  }

  /// Enters the background: calls the delegate, makes the state power-safe, keeps a picture (contract
  /// 1.6).
  private func enterBackground() {
    resignActive()
    app.backgroundWork.holdBackAll()
    state = .background
    announce(.didEnterBackground)
    app.preservation.askWhetherToPreserve()
    storeEverything()
  }

  /// Stores drafts and state, makes data and then state power-safe, and keeps a picture of the screen.
  func storeEverything() {
    app.eventLoop.commit()
    // From here on a kill loses nothing, so a slow disk is no reason for the watchdog to kill.
    watchdog.lookAway {
      app.delegate.applicationFlushData(app)
      app.store.flush()
    }
    app.preservation.keepSnapshot()
  }

  // MARK: - Suspending

  /// `Ctrl-Z`, or another job took the terminal: stores everything, gives the terminal back, stops the
  /// process.
  private func suspend() {
    guard state != .background else { return }
    watchdog.watch {
      enterBackground()
      device.suspend()
    }
    guard !suspension.rest() else { return }
    // No shell could continue the process, so it keeps running if the terminal allows it.
    guard device.isForeground else { return app.terminate(.signal(.hangup)) }
    enterForeground()
    window.show(notice: "Not suspended: no shell could resume the app")
  }

  /// The process runs again after it was stopped: in the foreground after `fg`, else after `bg`.
  private func processDidContinue() {
    guard device.isForeground else { return continueInBackground() }
    guard !app.dataLock.listenToLogin() else { return }
    app.dataLock.lookAtIdling()
    guard termination == nil else { return }
    if state == .background { enterForeground() } else { takeTerminalAnew() }
  }

  /// `fg`: memory is intact, so nothing is decoded (contract 1.2.6).
  private func enterForeground() {
    suspension.end()
    watchdog.watch {
      announce(.willEnterForeground)
      (state, hasTerminalFocus) = (.inactive, true)
      takeTerminalAnew()
      if termination == nil { becomeActive() }
      app.backgroundWork.resume()
    }
    if termination == nil { app.backgroundWork.deliverReports() }
  }

  /// Takes the terminal, which may have another size, and delivers what changed meanwhile, before the
  /// first key (contract 1.7, 8.6).
  ///
  /// Also called after a stop from outside, which the app cannot notice before (contract 9).
  private func takeTerminalAnew() {
    device.resume()
    window.frame = Rect(origin: .zero, size: device.size)
    if app.prefersPictureGraphics { app.graphicsDidChange() }
    window.settle()
    app.systemEvents.deliver()
  }

  /// Takes the terminal after another program had it.
  func takeTerminalBack() {
    hasTerminalFocus = true
    takeTerminalAnew()
    if termination == nil { becomeActive() }
  }

  /// `bg`: the app does not get the terminal, so it takes over what changed and stops again.
  private func continueInBackground() {
    if state == .background {
      app.systemEvents.deliver()
      storeEverything()
    } else {
      watchdog.watch {
        enterBackground()
        device.suspend()
      }
    }
    if !suspension.rest() { app.terminate(.signal(.hangup)) }
  }

  /// Runs a closure that the watchdog may end.
  func watch(_ body: () -> Void) { watchdog.watch(body) }

  // MARK: - Leaving

  /// How long to wait for work that was cancelled before leaving, in seconds.
  private static let timeoutWithWork = 0.1

  /// Leaves through the background, unless the app is there already (contract 1.9.2).
  func leave(because reason: Termination) {
    guard termination == nil else { return }
    termination = reason
    watchdog.begin()
    if reason == .lock {
      resignActive()
      if app.isProtectedDataAvailable { announce(.protectedDataWillBecomeUnavailable) }
    }
    if state == .background { storeEverything() } else { enterBackground() }
    if reason == .lock { app.protectedData?.lock() }
    // An app that leaves in order did not die while restoring.
    app.store.didFinishLaunching()
    announce(.willTerminate)
    app.backgroundWork.cancelAll(within: Self.timeoutWithWork)
    app.store.willLeave()
    if reason == .forceQuit { app.store.discard() }
    device.close()
    // The terminal is given back, so a kill loses nothing.
    watchdog.lookAway { app.store.settle() }
    app.didTerminate(reason)
  }
}

/// An observer of a transition.
private struct TransitionObserver {
  weak var object: AnyObject?
  let transition: ApplicationTransition
  let action: () -> Void
}
