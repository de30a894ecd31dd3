import Dispatch
import Foundation
import Storage
import Terminal

/// Watches the world around an app, and tells the delegate and the observers what changed in it
/// (contract 8.6).
package final class SystemEvents {
  /// Compares the clock and the files with how they were at the last look.
  package var watch = SystemWatch()

  private unowned let app: Application
  private var observers: [ChangeObserver] = []
  private var sources: [any SystemEventSource] = []

  /// The sources that have begun.
  private var running: [any SystemEventSource] = []
  private var fileMonitor: FileMonitor?
  private var memoryMonitor: MemoryMonitor?
  private var midnightTimer: (any DispatchSourceTimer)?

  init(of app: Application) {
    self.app = app
  }

  // MARK: - Observing

  /// Has a closure called with what changed while its observer lives.
  func observe(
    _ change: SystemChange, with observer: AnyObject, action: @escaping (SystemNews) -> Void
  ) {
    observers.removeAll { $0.object == nil }
    observers.append(ChangeObserver(object: observer, change: change, action: action))
    updateSources()
  }

  /// Whether a kind of change is observed.
  private func isObserved(_ change: SystemChange) -> Bool {
    observers.contains { $0.change == change && $0.object != nil }
  }

  /// Whether data may have been written since the last look; `true` if that is unknown.
  var mayHaveNewData: Bool { fileMonitor?.hasNews() ?? true }

  // MARK: - Sources

  /// Adds a source, which begins as soon as its change is observed.
  func register(_ source: any SystemEventSource) {
    sources.append(source)
    updateSources()
  }

  /// The source of a type, if there is one.
  package func source<Source: SystemEventSource>(_ type: Source.Type) -> Source? {
    sources.lazy.compactMap { $0 as? Source }.first
  }

  /// Whether a source of a kind of change has begun.
  package func isWatching(_ change: SystemChange) -> Bool {
    running.contains { $0.change == change }
  }

  /// Begins and ends sources, so that exactly the needed ones run.
  private func updateSources() {
    guard watch.hasLooked else { return }
    for source in sources {
      let isNeeded = isObserved(source.change) || source.isNeeded(in: app)
      let position = running.firstIndex { $0 === source }
      if isNeeded, position == nil {
        running.append(source)
        source.begin(in: app) { [weak app] in app?.systemEvents.lookAround() }
      } else if !isNeeded, let position {
        running.remove(at: position).end()
      }
    }
  }

  /// The descriptors that wake a suspended app whose keys are in memory.
  var wakeDescriptors: [Int32] { running.compactMap(\.wakeDescriptor) }

  /// Handles pending reports of the sources.
  func listen() {
    for source in running { source.listen() }
  }

  // MARK: - Looking around

  /// Takes a first look around, and has the files around the app watched.
  func begin() {
    watch.files = app.systemFiles
    _ = watch.look(windowSize: app.device.size)
    updateSources()
    updateMidnightTimer()
    guard !app.systemFiles.all.isEmpty else { return }
    fileMonitor = FileMonitor(app.systemFiles) { [weak app] in app?.systemEvents.lookAround() }
    // Another program may have written between the app's first read and this look.
    if app.state != .background, !app.systemFiles.data.isEmpty {
      announce(SystemNews(.data, files: app.systemFiles.data))
    }
  }

  /// Watches other files from now on.
  func filesDidChange() {
    guard watch.hasLooked else { return }
    watch.replaceFiles(app.systemFiles)
    fileMonitor = FileMonitor(app.systemFiles) { [weak app] in app?.systemEvents.lookAround() }
  }

  /// Delivers what changed since the last look (contract 8.6.2).
  ///
  /// - Returns: The changes.
  @discardableResult
  func deliver() -> [SystemNews] {
    var news = watch.look(windowSize: app.device.size)
    updateSources()
    // A request to lock comes last: it may end the process.
    let end = news.last?.change == .lockRequest ? news.count - 1 : news.count
    news.insert(contentsOf: running.compactMap { $0.takeNews() }, at: end)
    news.forEach(announce)
    return news
  }

  /// Delivers changes while the app is on screen, and draws the results.
  ///
  /// The app's own data is on screen already, so nothing is drawn for it.
  package func lookAround() {
    guard app.state != .background else { return }
    let app = app
    defer { withExtendedLifetime(app) {} }
    let news = deliver()
    if app.termination == nil, news.contains(where: { $0.change != .data }) { app.update() }
  }

  /// Reports a change that does not concern a file.
  func announce(_ change: SystemChange) { announce(SystemNews(change)) }

  /// Calls the delegate, then the observers.
  private func announce(_ news: SystemNews) {
    switch news.change {
    case .significantTime: app.delegate.applicationSignificantTimeChange(app)
    case .memoryPressure: app.delegate.applicationDidReceiveMemoryWarning(app)
    default: break
    }
    for observer in observers where observer.change == news.change && observer.object != nil {
      observer.action(news)
    }
    if news.change == .lockRequest { app.dataLock.lockWhereAsked() }
  }

  /// Records and reports a new size of the terminal.
  func noteWindowSize(_ size: Size) {
    watch.note(windowSize: size)
    announce(.windowSize)
  }

  // MARK: - Requests to lock

  /// How often a stopped app polls for a request if the system has no watch left, in seconds.
  private static let lockInterval = 10

  /// Whether another program has asked to lock since the last look.
  var hasLockRequest: Bool { watch.hasLockRequest }

  /// Watches for requests of other programs to lock.
  func watchLockRequests() -> FileEvents? {
    guard let path = app.systemFiles.lockRequest else { return nil }
    let events = FileEvents(interval: Self.lockInterval)
    events.watchReplacements(in: (path as NSString).deletingLastPathComponent)
    return events
  }

  // MARK: - Time and memory

  /// Whether a timer could wake the app, for tests.
  package var hasTimer: Bool { midnightTimer != nil }

  /// Runs a timer to midnight while the app is active, and none otherwise (contract 8.4).
  func updateMidnightTimer() {
    midnightTimer?.cancel()
    midnightTimer = nil
    guard app.state == .active, app.restoration.isFirstFrameOut else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(wallDeadline: .now() + .seconds(SystemWatch.secondsToMidnight()))
    timer.setEventHandler { [weak app] in
      app?.systemEvents.lookAround()
      app?.systemEvents.updateMidnightTimer()
    }
    midnightTimer = timer
    timer.activate()
  }

  /// Watches for memory pressure from now on.
  func watchMemory(environment: [String: String]) {
    memoryMonitor = MemoryMonitor(environment: environment) { [weak app] in
      app?.systemEvents.didReceiveMemoryWarning()
    }
  }

  /// Has the app drop everything that can be rebuilt, and draws the result (contract 8.5.7).
  package func didReceiveMemoryWarning() {
    announce(.memoryPressure)
    app.forEachController { $0.didReceiveMemoryWarning() }
    app.update()
    app.lifeCycle.services.giveMemoryBack()
  }
}

/// An observer of a kind of change.
private struct ChangeObserver {
  weak var object: AnyObject?
  let change: SystemChange
  let action: (SystemNews) -> Void
}
