import Terminal

extension Application {
  func handle(_ signal: SystemSignal) {
    switch signal {
    case .terminate, .hangup, .interrupt: terminate(.signal(signal))
    case .quit: terminate(.forceQuit)
    case .suspend: suspend()
    case .resume: processDidContinue()
    }
  }

  // MARK: - Coming and going

  func becomeActive() {
    guard state == .inactive, isProtectedDataAvailable else { return }
    state = .active
    updateMidnightTimer()
    announce(.didBecomeActive)
    beginHeldBackWork()
    runDisplayLinks()
  }

  /// The terminal has the focus again: delivers what no timer delivered meanwhile, then becomes active
  /// (contract 8.4, 8.6).
  func regainFocus() {
    hasTerminalFocus = true
    guard state == .inactive else { return }
    deliverSystemChanges()
    becomeActive()
  }

  /// The terminal lost the focus.
  func loseFocus() {
    hasTerminalFocus = false
    resignActive()
  }

  func resignActive() {
    guard state == .active else { return }
    announce(.willResignActive)
    state = .inactive
    updateMidnightTimer()
    stopDisplayLinks()
    holdBackWork()
  }

  /// Enters the background: calls the delegate, makes the state power-safe, keeps a picture (contract
  /// 1.6).
  private func enterBackground() {
    resignActive()
    holdBackAllWork()
    state = .background
    announce(.didEnterBackground)
    askWhetherToPreserve()
    storeEverything()
  }

  /// Stores drafts and state, makes data and then state power-safe, and keeps a picture of the screen.
  func storeEverything() {
    commit()
    // From here on a kill loses nothing, so a slow disk is no reason for the watchdog to kill.
    watchdog.lookAway {
      delegate.applicationFlushData(self)
      store.flush()
    }
    keepSnapshot()
    keepScreenOutline()
  }

  /// `Ctrl-Z`, or another job took the terminal: stores everything, gives the terminal back, stops the
  /// process.
  private func suspend() {
    guard state != .background else { return }
    watchdog.watch {
      enterBackground()
      device.suspend()
    }
    guard !rest() else { return }
    // Nobody could continue the process: it goes on if the terminal allows it.
    guard device.isForeground else { return terminate(.signal(.hangup)) }
    enterForeground()
    window.show(notice: "Still here: no shell could bring the app back")
  }

  /// Stops the process, at once or when its background tasks and the handlers of its connection are done (contract 1.6.5, 8.8.5).
  ///
  /// - Returns: `false`, at once, if nobody could continue it.
  func rest() -> Bool {
    releaseCaches()
    awaitKeepAlive()
    guard !backgroundTasks.isEmpty || !connection.handlers.isEmpty else { return sleepOrStop() }
    guard stopJob() else {
      expireBackgroundTasks()
      return stop()
    }
    if backgroundTasks.isEmpty { beginPatience() } else { startBackgroundTime() }
    return true
  }

  /// The process runs again after it was stopped: in the foreground after `fg`, else after `bg`.
  private func processDidContinue() {
    guard device.isForeground else { return continueInBackground() }
    guard !lookAtLogin() else { return }
    lookAtIdling()
    guard termination == nil else { return }
    if state == .background { enterForeground() } else { takeTerminalAnew() }
  }

  /// `fg`: memory is intact, so nothing is decoded (contract 1.2.6).
  private func enterForeground() {
    backgroundTasks.deadline = nil
    connection.call?.cancel()
    endPatience()
    watchdog.watch {
      announce(.willEnterForeground)
      (state, hasTerminalFocus) = (.inactive, true)
      takeTerminalAnew()
      if termination == nil { becomeActive() }
      beginHeldBackWork()
    }
    if termination == nil { deliverBackgroundEvents() }
  }

  /// Takes the terminal, which may have another size, and delivers what changed meanwhile, before the
  /// first key (contract 1.7, 8.6).
  ///
  /// Also called after a stop from outside, which the app cannot notice before (contract 9).
  private func takeTerminalAnew() {
    device.resume()
    window.frame = Rect(origin: .zero, size: device.size)
    if prefersPictureGraphics { graphicsDidChange() }
    window.settle()
    deliverSystemChanges()
  }

  /// `bg`: the app does not get the terminal, so it hears what changed and stops again.
  private func continueInBackground() {
    if state == .background {
      deliverSystemChanges()
      storeEverything()
    } else {
      watchdog.watch {
        enterBackground()
        device.suspend()
      }
    }
    if !rest() { terminate(.signal(.hangup)) }
  }

  /// How long to wait for work that was cancelled before leaving, in seconds.
  private static let patienceWithWork = 0.1

  /// Leaves through the background, unless the app is there already (contract 1.9.2).
  func leave(because reason: Termination) {
    watchdog.begin()
    if reason == .lock {
      resignActive()
      if isProtectedDataAvailable { announce(.protectedDataWillBecomeUnavailable) }
    }
    if state == .background { storeEverything() } else { enterBackground() }
    if reason == .lock { protectedData?.lock() }
    // An app that leaves in order did not die while restoring.
    store.didFinishLaunching()
    announce(.willTerminate)
    cancelBackgroundWork(within: Self.patienceWithWork)
    store.willLeave()
    if reason == .forceQuit { store.discard() }
    device.close()
    // The terminal is given back, so a kill loses nothing.
    watchdog.lookAway { store.settle() }
    didTerminate(reason)
  }
}
