import Dispatch
import Glibc

/// Tells soon after files were written, replaced or removed, once for many writes.
///
/// The kernel tells; nobody is woken while nothing is written.
final class FileMonitor {
  /// How long further writes are waited for before they are told.
  ///
  /// Well below a second, in which another window is to show a change.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  private let source: any DispatchSourceRead
  private let names: Set<String>
  private let action: () -> Void
  private var timer: (any DispatchSourceTimer)?

  /// Begins to watch; `nil` when the system has no watch to give.
  ///
  /// Files need not exist: their directories are what is watched, and one that does not exist is
  /// passed over.
  ///
  /// - Parameters:
  ///   - paths: The files.
  ///   - action: Called on the main thread.
  init?(paths: [String], action: @escaping () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events =
      IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    for directory in Set(paths.map(Self.directory)) {
      inotify_add_watch(descriptor, directory, UInt32(events))
    }
    names = Set(paths.map(Self.name))
    self.action = action
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      if Self.takeNames(descriptor).contains(where: { self?.names.contains($0) ?? false }) {
        self?.wait()
      }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  isolated deinit {
    source.cancel()
    timer?.cancel()
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Tells a little later; what is written until then is told along.
  private func wait() {
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Self.patience)
    timer.setEventHandler { [weak self] in
      self?.timer = nil
      self?.action()
    }
    self.timer = timer
    timer.activate()
  }

  /// The names of the files that something happened to.
  private static func takeNames(_ descriptor: Int32) -> [String] {
    var names: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      var rest = buffer[..<count]
      // wd, mask, cookie and length, four bytes each; then the name, padded with zeros.
      while rest.count >= 16 {
        let header = rest.prefix(16)
        let length = header.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let name = rest.dropFirst(16).prefix(length)
        names.append(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        rest = rest.dropFirst(16 + length)
      }
    }
    return names
  }
}
