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
    guard state == .inactive else { return }
    state = .active
    updateMidnightTimer()
    announce(.didBecomeActive)
  }

  /// The window has the focus again: what no timer told of meanwhile is told before the app becomes
  /// active (contract 8.4, 8.6).
  func regainFocus() {
    guard state == .inactive else { return }
    deliverSystemChanges()
    becomeActive()
  }

  func resignActive() {
    guard state == .active else { return }
    announce(.willResignActive)
    state = .inactive
    updateMidnightTimer()
  }

  /// Enters the background: delegate first, then the state, which is made power-safe, then a picture
  /// of the screen (contract 1.6).
  private func enterBackground() {
    resignActive()
    state = .background
    announce(.didEnterBackground)
    askWhetherToPreserve()
    storeEverything()
  }

  /// Stores drafts and state, makes data and state power-safe in this order, and keeps a picture of the screen with them.
  func storeEverything() {
    delegate.applicationCommitDrafts(self)
    preserve()
    // From here on a kill loses nothing, so a disk that is slow is no reason for one.
    watchdog.lookAway {
      delegate.applicationFlushData(self)
      store.flush()
    }
    keepSnapshot()
  }

  /// `Ctrl-Z`, or another job has the terminal now: everything is stored, the terminal given back,
  /// and the process stopped.
  private func suspend() {
    guard state != .background else { return }
    watchdog.watch {
      enterBackground()
      device.suspend()
    }
    guard !rest() else { return }
    // Nobody could continue the process: it goes on if the terminal lets it.
    if device.isForeground { enterForeground() } else { terminate(.signal(.hangup)) }
  }

  /// Stops the process, at once or when its background tasks are done (contract 1.6.5).
  ///
  /// - Returns: `false`, at once, when nobody could continue it.
  func rest() -> Bool {
    releaseCaches()
    guard !backgroundTasks.isEmpty else { return stopProcess() }
    guard stopJob() else {
      expireBackgroundTasks()
      return stopProcess()
    }
    startBackgroundTime()
    return true
  }

  /// The process was stopped and runs again: in the foreground after `fg`, else after `bg`.
  private func processDidContinue() {
    guard device.isForeground else { return continueInBackground() }
    if state == .background { enterForeground() } else { takeTerminalAnew() }
  }

  /// `fg`: nothing is decoded, memory is intact (contract 1.2.6).
  private func enterForeground() {
    backgroundTasks.deadline = nil
    watchdog.watch {
      announce(.willEnterForeground)
      state = .inactive
      takeTerminalAnew()
      becomeActive()
    }
    deliverBackgroundEvents()
  }

  /// Takes the terminal, which may have another size, and says what changed meanwhile before the
  /// first key (contract 1.7, 8.6).
  ///
  /// By itself after a stop from outside, of which the app could not be told (contract 9).
  private func takeTerminalAnew() {
    device.resume()
    window.frame = Rect(origin: .zero, size: device.size)
    window.settle()
    deliverSystemChanges()
  }

  /// `bg`: the terminal is not the app's, so it takes note of what changed and stops again.
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

  /// Leaves by way of the background, unless the app is there already (contract 1.9.2).
  func leave(because reason: Termination) {
    watchdog.begin()
    if state == .background { storeEverything() } else { enterBackground() }
    // Whoever leaves in an orderly way has not died while restoring.
    store.didFinishLaunching()
    announce(.willTerminate)
    store.willLeave()
    if reason == .forceQuit { store.discard() }
    device.close()
    // The terminal is given back already; a kill loses nothing.
    watchdog.lookAway { store.settle() }
    didTerminate(reason)
  }
}
