import Dispatch
import Glibc
import Storage

/// Calls a closure soon after files were written, replaced or removed, once for many writes.
///
/// The kernel wakes the app; nothing wakes it while nothing is written. Without a watch left it looks once a second.
final class FileMonitor {
  /// How long to wait for further writes.
  ///
  /// Well below the second within which another window should show a change.
  private static let timeout = DispatchTimeInterval.milliseconds(200)

  /// How often to look where the system has no watch left, in seconds.
  private static let interval = 1

  private let events: FileEvents
  private let files: SystemFiles
  private var names: Set<String> = []
  private let dataNames: Set<String>
  private var dataDirectories: Set<Int32> = []

  /// Whether a directory or a link may have appeared or disappeared.
  private var mayBeElsewhere = false
  private let action: () -> Void
  private var timer: (any DispatchSourceTimer)?
  private var hasHeardMore = false
  private var isBlind = false

  /// Begins to watch.
  ///
  /// Files need not exist, since their directories are watched, and where one leads, too, if it is a link. A
  /// directory that does not exist is awaited in the first one around it that does.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - action: Called on the main thread.
  init(_ files: SystemFiles, action: @escaping () -> Void) {
    let events = FileEvents(interval: Self.interval)
    self.files = files
    dataNames = Set(files.data.map(Self.name))
    self.events = events
    self.action = action
    watch()
    events.observe { [weak self] in DispatchQueue.main.async { self?.listen() } }
    isBlind = dataDirectories.count < Set(files.data.map(Self.directory)).count
  }

  /// Watches all directories that there are by now.
  private func watch() {
    mayBeElsewhere = false
    let links = files.configuration.compactMap(Self.target)
    names = Set((files.all + links).map(Self.name))
    let dataDirectories = Set(files.data.map(Self.directory))
    for directory in Set((files.all + links).map(Self.directory)) {
      if let number = events.watch(directory) {
        if dataDirectories.contains(directory) { self.dataDirectories.insert(number) }
      } else if files.configuration.map(Self.directory).contains(directory) {
        awaitArrival(of: directory)
      }
    }
  }

  /// Watches for a directory where it, or the first missing one around it, would be made.
  private func awaitArrival(of directory: String) {
    var missing = directory
    while missing.contains("/"), missing != "/" {
      names.insert(Self.name(of: missing))
      missing = Self.directory(of: missing)
      if events.watchArrivals(in: missing) { return }
    }
  }

  /// The final target of a link; `nil` if the path is no link.
  private static func target(of path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(path, nil)
    else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  isolated deinit { timer?.cancel() }

  /// Whether the data may have changed since the last call of the closure; takes one system call.
  ///
  /// Always `true` if the directory of the data was moved, or cannot be watched.
  func hasNews() -> Bool {
    listen()
    return isBlind || timer != nil
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private func listen() {
    for event in events.take() {
      switch event {
      case .file(let name):
        guard names.contains(name) else { continue }
        if !dataNames.contains(name) { mayBeElsewhere = true }
        wait()
      case .overflow: wait()
      case .lostDirectory(let number):
        if dataDirectories.contains(number) { isBlind = true }
        mayBeElsewhere = true
        wait()
      }
    }
  }

  /// Calls the closure a little later, once for all writes until then.
  private func wait() {
    hasHeardMore = timer != nil
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Self.timeout)
    timer.setEventHandler { [weak self] in self?.tell() }
    self.timer = timer
    timer.activate()
  }

  /// SQLite writes its log before others see the commit, so recent writes are reported a second
  /// time.
  private func tell() {
    timer = nil
    if hasHeardMore { wait() }
    if mayBeElsewhere { watch() }
    action()
  }
}
