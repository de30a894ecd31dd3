import Dispatch

/// Tells soon after files were written, replaced or removed, once for many writes.
///
/// The kernel tells; nobody is woken while nothing is written.
final class FileMonitor {
  /// How long further writes are waited for before they are told.
  ///
  /// Well below a second, in which another window is to show a change.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  private let events: FileEvents
  private let source: any DispatchSourceRead
  private let names: Set<String>
  private let action: () -> Void
  private var timer: (any DispatchSourceTimer)?
  private var hasHeardMore = false
  private var isBlind: Bool

  /// Begins to watch; `nil` when the system has no watch to give.
  ///
  /// Files need not exist: their directories are what is watched, and one that does not exist is
  /// passed over.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - action: Called on the main thread.
  init?(_ files: SystemFiles, action: @escaping () -> Void) {
    guard let events = FileEvents() else { return nil }
    let unwatched = Set(files.all.map(Self.directory)).filter { !events.watch($0) }
    isBlind = !unwatched.isDisjoint(with: files.data.map(Self.directory))
    names = Set(files.all.map(Self.name))
    self.events = events
    self.action = action
    source = DispatchSource.makeReadSource(fileDescriptor: events.descriptor, queue: .main)
    source.setEventHandler { [weak self] in self?.listen() }
    // The descriptor may be closed only when the source has let go of it.
    source.setCancelHandler { withExtendedLifetime(events) {} }
    source.activate()
  }

  isolated deinit {
    source.cancel()
    timer?.cancel()
  }

  /// Whether something may have happened to the data that the action was not called for yet (one call of
  /// the system).
  ///
  /// Always so where the data's directory cannot be watched or was moved.
  func hasNews() -> Bool {
    listen()
    return isBlind || timer != nil
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private func listen() {
    for event in events.take() {
      switch event {
      case .file(let name): if names.contains(name) { wait() }
      case .overflow: wait()
      case .lostDirectory:
        isBlind = true
        wait()
      }
    }
  }

  /// Tells a little later; what is written until then is told along.
  private func wait() {
    hasHeardMore = timer != nil
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Self.patience)
    timer.setEventHandler { [weak self] in self?.tell() }
    self.timer = timer
    timer.activate()
  }

  /// SQLite writes its log before others can see the commit: what was written just now is told once more.
  private func tell() {
    timer = nil
    if hasHeardMore { wait() }
    action()
  }
}
