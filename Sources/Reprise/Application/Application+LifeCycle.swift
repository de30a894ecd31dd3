extension Application {
  /// Starts the app: contract 1.3, and 1.4 when there is state to come back to.
  ///
  /// - Throws: ``TerminalError`` when the terminal cannot be used.
  public func launch() throws(TerminalError) {
    if let note = store.endNote { Guardian.noteEnd(inFile: note.path, at: note.offset) }
    if let mainStoryboard {
      window.rootViewController = mainStoryboard.instantiateInitialViewController()
    }
    delegate.applicationWillFinishLaunching(self)
    restore()
    announce(.didFinishLaunching)
    restorationReport.notice = store.notice
    if let notice = store.notice { window.show(notice: notice) }
    store.noteRestoring(window.frontController.flatMap(preserver.adoptedNode))
    do {
      try device.open { [weak self] events in
        self?.turn(events)
        self?.probation?.noteTurn(events)
      }
    } catch {
      store.willLeave()
      throw error
    }
    window.frame = Rect(origin: .zero, size: device.size)
    window.settle()
    askWhetherToPreserve()
    becomeActive()
    turn([])
    noteFirstFrame()
  }

  private func restore() {
    guard !store.records.isEmpty else { return }
    let restorer = Restorer(application: self, records: store.records, info: store.info)
    guard let coder = restorer.applicationCoder,
      delegate.application(self, shouldRestoreApplicationState: coder)
    else { return refuse() }
    store.willRestore()
    restorer.restore()
    let remarks = restorationReport.remarks
    restorationReport = restorer.report
    restorationReport.remarks = remarks
  }

  /// Begins anew: what the delegate does not want is put aside (contract 1.1.7).
  private func refuse() {
    store.refuse()
    for record in store.records where record.node != .application { preserver.adoptOrphan(record) }
  }

  /// Asks the delegate whether state is to be kept; turns in between go by the answer (design 2).
  private func askWhetherToPreserve() {
    let coder = Coder(references: preserver, environment: preserver.environment)
    isPreserving = delegate.application(self, shouldSaveApplicationState: coder)
    guard isPreserving else { return }
    delegate.application(self, willEncodeRestorableStateWith: coder)
    delegateValues = coder.values
    preserver.setNeedsFullPreservation()
  }

  func handle(_ signal: SystemSignal) {
    switch signal {
    case .terminate, .hangup, .interrupt: terminate(.signal(signal))
    case .quit: terminate(.forceQuit)
    case .suspend: suspend()
    case .resume: if state == .background { resume() }
    }
  }

  // MARK: - Coming and going

  func becomeActive() {
    guard state == .inactive else { return }
    state = .active
    announce(.didBecomeActive)
  }

  func resignActive() {
    guard state == .active else { return }
    announce(.willResignActive)
    state = .inactive
  }

  /// Enters the background: delegate first, then the state, then it is made power-safe
  /// (contract 1.6).
  private func enterBackground() {
    resignActive()
    state = .background
    announce(.didEnterBackground)
    askWhetherToPreserve()
    storeEverything()
  }

  private func storeEverything() {
    delegate.applicationCommitDrafts(self)
    preserve()
    store.flush()
  }

  /// `Ctrl-Z`: everything is stored, the terminal given back, and the process stopped.
  private func suspend() {
    guard state != .background else { return }
    enterBackground()
    device.suspend()
    if !stopProcess() { resume() }
  }

  /// `fg`: nothing is decoded, memory is intact (contract 1.2.6).
  private func resume() {
    announce(.willEnterForeground)
    state = .inactive
    device.resume()
    window.frame = Rect(origin: .zero, size: device.size)
    becomeActive()
  }

  /// Leaves by way of the background, unless the app is there already (contract 1.9.2).
  func leave(because reason: Termination) {
    if state == .background { storeEverything() } else { enterBackground() }
    // Whoever leaves in an orderly way has not died while restoring.
    store.didFinishLaunching()
    announce(.willTerminate)
    store.willLeave()
    if reason == .forceQuit { store.discard() }
    device.close()
    didTerminate(reason)
  }
}
