import Dispatch
import Terminal

extension Application {
  /// Has an object hear of a change around the app, after the delegate.
  ///
  /// The object is held weakly: nobody has to stop observing. What an observer changes is shown
  /// after it, but for ``SystemChange/data``: the app's own writes are told as well, so whoever finds
  /// something new calls ``updating``.
  ///
  /// - Parameters:
  ///   - change: What to hear of.
  ///   - observer: As long as this lives, `action` is called.
  ///   - action: What to do; must not hold the observer strongly.
  public func observe(
    _ change: SystemChange, with observer: AnyObject, action: @escaping () -> Void
  ) {
    changeObservers.removeAll { $0.object == nil }
    changeObservers.append(ChangeObserver(object: observer, change: change, action: action))
  }

  /// Whether another program may have written to the data (``SystemFiles/data``) and ``SystemChange/data``
  /// was not told of it yet.
  ///
  /// For a turn that has to show others' changes before it acts: as long as this is false there is no need
  /// to look. The app's own writes count as well, and where nothing watches the files it is always true.
  public var mayHaveNewData: Bool { fileMonitor?.hasNews() ?? true }

  /// Takes a first look around, and has the files around the app watched.
  func watchSystem() {
    systemWatch.files = systemFiles
    _ = systemWatch.look(windowSize: device.size)
    guard !systemFiles.all.isEmpty else { return }
    fileMonitor = FileMonitor(systemFiles) { [weak self] in self?.lookAround() }
    // Between what the app read at its start and this first look somebody may have written.
    if state != .background, !systemFiles.data.isEmpty { announce(SystemChange.data) }
  }

  /// Delivers what changed since the last look (contract 8.6.2).
  ///
  /// - Returns: What did.
  @discardableResult
  func deliverSystemChanges() -> [SystemChange] {
    let changes = systemWatch.look(windowSize: device.size)
    changes.forEach(announce)
    return changes
  }

  /// Tells the delegate, then whoever observes.
  func announce(_ change: SystemChange) {
    switch change {
    case .significantTime: delegate.applicationSignificantTimeChange(self)
    case .memoryPressure: delegate.applicationDidReceiveMemoryWarning(self)
    case .windowSize, .timeZone, .locale, .configuration, .data: break
    }
    for observer in changeObservers where observer.change == change && observer.object != nil {
      observer.action()
    }
  }

  /// Delivers what changed while the app is on the screen, and shows what came of it.
  ///
  /// Data the app wrote itself is on the screen already: nothing is drawn for it.
  package func lookAround() {
    guard state != .background else { return }
    if deliverSystemChanges().contains(where: { $0 != .data }) { update() }
  }

  /// Whether anything but the person and the system could wake the app; for tests.
  package var hasTimer: Bool { midnightTimer != nil }

  /// Has the app hear of midnight while it is active; while it is not, no timer runs (contract 8.4).
  func updateMidnightTimer() {
    midnightTimer?.cancel()
    midnightTimer = nil
    guard state == .active, restorationExtension.isFirstFrameOut else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(wallDeadline: .now() + .seconds(SystemWatch.secondsToMidnight()))
    timer.setEventHandler { [weak self] in
      self?.lookAround()
      self?.updateMidnightTimer()
    }
    midnightTimer = timer
    timer.activate()
  }
}

/// Who hears of a change around the app.
struct ChangeObserver {
  weak var object: AnyObject?
  let change: SystemChange
  let action: () -> Void
}
