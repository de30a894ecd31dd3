import Guardian
import Terminal

extension Application {
  /// The app's own things, for the factories of screens.
  public var environment: Environment { preserver.environment }

  /// Launches the app: contract 1.3; with state, 1.4; while another job has the terminal, 1.5.
  ///
  /// Without a usable terminal it fails before any callback and before anything is restored, since
  /// nothing could bring such an app to a screen later.
  ///
  /// - Parameter options: Why the app is launched; see ``launchOptions``.
  /// - Throws: `TerminalError` if the terminal cannot be used.
  public func launch(options: LaunchOptions = LaunchOptions()) throws(TerminalError) {
    watchdog.begin(startingAgain: true)
    defer { watchdog.end() }
    launchOptions = options
    do {
      try openDevice()
    } catch {
      store.willLeave()
      throw error
    }
    if !device.isForeground { state = .background }
    if let note = store.endNote {
      store.noteGuarded(Guardian.noteEnd(inFile: note.path, at: note.offset))
    }
    let crash = store.takeCrashNote()
    if let file = store.crashFile { Guardian.noteCrash(inFile: file) }
    store.observeWarning(updating)
    if let makeRootViewController {
      window.rootViewController = named(makeRootViewController(self))
    } else if let mainStoryboard {
      window.rootViewController = mainStoryboard.instantiateInitialViewController()
    }
    delegate.applicationWillFinishLaunching(self)
    announceDiscardedSessions()
    restore()
    announce(.didFinishLaunching)
    restorationReport.notice = store.notice
    restorationReport.noticeDetails = store.noticeDetails
    if let crash { tell(of: crash) }
    if let notice = store.notice { window.show(notice: notice, kind: .warning) }
    announceBuiltInDescription()
    store.willShow(window.frontController.flatMap(preserver.adoptedNode))
    if state == .background { try waitForForeground() } else { appear() }
  }

  /// Gives the first screen the key of its type as identifier, unless it has one, so that it is
  /// restored.
  private func named(_ root: ViewController) -> ViewController {
    if root.restorationIdentifier == nil {
      root.restorationIdentifier = preserver.registry.savedType(of: root).key
    }
    return root
  }

  /// Reports once why the terminal may look plainer than it could; a restoring launch shows what was there.
  private func announceBuiltInDescription() {
    guard device.capabilities.isDescriptionBuiltIn, !restorationReport.didRestore else { return }
    window.show(
      notice:
        "No terminal description for “\(device.capabilities.name)”; using xterm-256color")
  }

  private func openDevice() throws(TerminalError) {
    try device.open { [weak self] events in
      self?.turn(events)
      self?.probation?.noteTurn(events)
    }
    // Callbacks and notices of the launch need the right width.
    window.frame = Rect(origin: .zero, size: device.size)
  }

  /// Takes the terminal and shows the first frame.
  private func appear() {
    if !snapshots.hasTerminal { device.resume() }
    window.frame = Rect(origin: .zero, size: device.size)
    window.settle()
    askWhetherToPreserve()
    becomeActive()
    turn([])
    // What was typed before there was anything to read was not meant for this screen.
    if device.hasWaitingInput { window.awaitsTypedAhead = true }
    noteWiring()
    noteLaunchIsOver()
    // What could wait for the first frame has waited until here.
    askForRoom()
    watchSystem()
    updateMidnightTimer()
    beginHeldBackWork()
    deliverBackgroundEvents()
  }

  /// Stores what was restored and waits for the terminal, without a frame and without becoming active
  /// (contract 1.5).
  private func waitForForeground() throws(TerminalError) {
    announce(.didEnterBackground)
    askWhetherToPreserve()
    storeEverything()
    noteLaunchIsOver()
    watchSystem()
    watchdog.end()
    guard !rest() else { return }
    store.willLeave()
    throw .inBackground
  }

  private func restore() {
    guard !store.records.isEmpty else { return }
    // Migrations and the delegate read the state from here on, and may die of it.
    store.willRestore()
    if let redo = delegate.applicationRedoRecord(self) { store.replay(redo) }
    readActivity()
    guard store.records.contains(where: { $0.kind == .window }) else {
      return restoreActivityAlone()
    }
    let restorer = Restorer(application: self, records: store.records, info: store.info)
    guard let coder = restorer.applicationCoder,
      delegate.application(self, shouldRestoreApplicationState: coder)
    else { return refuse() }
    showSnapshot()
    restorer.restore()
    restoreInteractionState()
    store.didRestoreAll()
    let remarks = restorationReport.remarks
    restorationReport = restorer.report
    restorationReport.remarks = remarks
  }

  /// Restores the state of an app that keeps no tree of screens.
  private func restoreActivityAlone() {
    for record in store.records {
      record.node == .application
        ? preserver.adoptRoot(record: record) : preserver.adoptOrphan(record)
    }
    restoreInteractionState()
    store.didRestoreAll()
  }

  /// Begins anew: state that the delegate declined is put aside (contract 1.1.7).
  private func refuse() {
    restorationReport.wasRefused = true
    store.refuse()
    for record in store.records where record.node != .application { preserver.adoptOrphan(record) }
  }
}

extension Application: RestoringApplication {
  func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    delegate.application(self, viewControllerWithRestorationIdentifierPath: path, coder: coder)
  }
}
