import Dispatch

/// Calls a closure soon after files were written, replaced or removed, once for many writes.
///
/// The kernel wakes the app; nothing wakes it while nothing is written.
final class FileMonitor {
  /// How long to wait for further writes.
  ///
  /// Well below the second within which another window should show a change.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  private let events: FileEvents
  private let source: any DispatchSourceRead
  private let names: Set<String>
  private let action: () -> Void
  private var timer: (any DispatchSourceTimer)?
  private var hasHeardMore = false
  private var isBlind: Bool

  /// Begins to watch; `nil` if the system has no more watches.
  ///
  /// Files need not exist, since their directories are watched; a directory that does not exist is
  /// skipped.
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
    // Close the descriptor only after the source has let go of it.
    source.setCancelHandler { withExtendedLifetime(events) {} }
    source.activate()
  }

  isolated deinit {
    source.cancel()
    timer?.cancel()
  }

  /// Whether the data may have changed since the last call of the closure; takes one system call.
  ///
  /// Always `true` if the directory of the data was moved, or cannot be watched.
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

  /// Calls the closure a little later, once for all writes until then.
  private func wait() {
    hasHeardMore = timer != nil
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Self.patience)
    timer.setEventHandler { [weak self] in self?.tell() }
    self.timer = timer
    timer.activate()
  }

  /// SQLite writes its log before others see the commit, so recent writes are reported once more.
  private func tell() {
    timer = nil
    if hasHeardMore { wait() }
    action()
  }
}
