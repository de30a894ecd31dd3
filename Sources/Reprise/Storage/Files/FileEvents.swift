import CSystem
import Dispatch
import Glibc
import Synchronization

/// Events of the files in some directories, from the kernel (inotify).
///
/// The kernel limits the watches per user, and other programs may have used them up. A timer then
/// replaces the kernel and reports at an interval that anything may have happened.
public final class FileEvents: Sendable {
  /// A kind of event.
  public enum Event: Equatable, Sendable {
    /// A file of this name was written, created, replaced or removed.
    case file(String)
    /// Anything may have happened: the kernel dropped events, or the timer fired.
    case overflow
    /// The directory with this number was moved or removed, and is no longer watched.
    case lostDirectory(Int32)
  }

  private static let fileEvents =
    IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
  private static let directoryEvents = IN_MOVE_SELF | IN_DELETE_SELF
  private static let arrivals = IN_CREATE | IN_MOVED_TO
  private static let departures = IN_DELETE | IN_MOVED_FROM

  /// Readable when events are pending; negative, without events, if the process may not open more files.
  public let descriptor: Int32

  /// How often to poll without watches, in seconds.
  private let interval: Int

  private struct State: Sendable {
    /// Whether a timer replaces the kernel's events.
    var hasClock: Bool
    /// Whether a thread already polls the descriptor and would miss another file in its place.
    var isRead = false
    /// The events that were read but not taken yet.
    var waiting: [Event] = []
  }

  private let state: Mutex<State>
  private let source = Mutex<(any DispatchSourceRead)?>(nil)

  /// The queue on which events are read: a busy main queue would keep the watches of released monitors.
  private static let queue = DispatchQueue(label: "file-events")

  /// Whether a timer polls, because the system has no watch left.
  public var isBlind: Bool { state.withLock(\.hasClock) }

  /// Creates a watcher without directories.
  ///
  /// - Parameter interval: How often to poll if the system has no watch left, in seconds.
  public init(interval: Int) {
    let events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let descriptor = events >= 0 ? events : file_system_clock(Int32(interval))
    (self.interval, self.descriptor) = (interval, descriptor)
    state = Mutex(State(hasClock: events < 0))
  }

  deinit {
    // The descriptor is open for as long as a source reads it.
    source.withLock { source in
      if let source { source.cancel() } else if descriptor >= 0 { close(descriptor) }
    }
  }

  /// How long events gather after a call, so that thousands of writes don't wake a thread each.
  ///
  /// The kernel merges equal events that nobody has read yet.
  private static let pause = DispatchTimeInterval.milliseconds(50)

  /// Calls a closure when events are pending, at once and then at most every 50 ms; call this once at most.
  ///
  /// - Parameter heard: Called on its own queue.
  public func observe(_ heard: @escaping @Sendable () -> Void) {
    let descriptor = descriptor
    guard descriptor >= 0 else { return }
    source.withLock { held in
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
      source.setEventHandler { [weak self] in
        self?.collect()
        heard()
        self?.rest()
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      held = source
    }
  }

  /// Lets events gather for a while.
  private func rest() {
    source.withLock { $0?.suspend() }
    // Holds the watcher, because a suspended source must not be released.
    Self.queue.asyncAfter(deadline: .now() + Self.pause) { self.source.withLock { $0?.resume() } }
  }

  /// Replaces the kernel's events with a timer.
  private func becomeBlind() {
    state.withLock { state in
      guard !state.isRead, file_system_clock_replace(descriptor, Int32(interval)) >= 0 else {
        return
      }
      state.hasClock = true
    }
  }

  /// Watches the files of a directory.
  ///
  /// Add all watches before you read the descriptor; after that, a watch that fails is not replaced by polling.
  ///
  /// - Returns: The number of the directory; `nil` if it cannot be watched.
  public func watch(_ directory: String) -> Int32? {
    add(directory, Self.fileEvents | Self.directoryEvents)
  }

  /// Watches only files that are created in a directory or moved into it.
  ///
  /// - Returns: Whether the directory can be watched.
  public func watchArrivals(in directory: String) -> Bool {
    // Events of an earlier watch of the directory are kept.
    add(directory, Self.arrivals | IN_MASK_ADD) != nil
  }

  /// Watches only files that are moved into a directory, for example to replace another one.
  public func watchReplacements(in directory: String) {
    _ = add(directory, IN_MOVED_TO)
  }

  /// Watches which files appear in and disappear from a directory, but not writes to them.
  ///
  /// Use this for device directories, where programs write to files all the time.
  public func watchNames(in directory: String) {
    _ = add(directory, Self.arrivals | Self.departures | IN_DELETE_SELF)
  }

  /// Watches the contents of one file, which must exist.
  ///
  /// Its events have no name. Until you take them, they are merged into one.
  public func watchContent(of file: String) {
    _ = add(file, IN_MODIFY)
  }

  private func add(_ directory: String, _ events: Int32) -> Int32? {
    guard !isBlind else { return nil }
    let number = inotify_add_watch(descriptor, directory, UInt32(bitPattern: events))
    if number < 0, errno == ENOSPC { becomeBlind() }
    return number >= 0 ? number : nil
  }

  /// The events since the last call.
  public func take() -> [Event] {
    state.withLock { state in
      read(into: &state)
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  private func collect() { state.withLock { state in read(into: &state) } }

  private func read(into state: inout State) {
    state.isRead = true
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        state.waiting +=
          state.hasClock
          ? [.overflow] : Self.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  /// Each event: watch, mask, cookie and length, four bytes each; then the name, padded with zeros.
  private static func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
    var events: [Event] = []
    var rest = bytes[...]
    while rest.count >= 16 {
      let header = UnsafeRawBufferPointer(rebasing: rest.prefix(16))
      let directory = header.loadUnaligned(as: Int32.self)
      let mask = header.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      let length = header.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
      let name = rest.dropFirst(16).prefix(Int(length))
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        events.append(.overflow)
      } else if mask & UInt32(directoryEvents | IN_IGNORED | IN_UNMOUNT) != 0 {
        events.append(.lostDirectory(directory))
      } else {
        events.append(.file(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)))
      }
      rest = rest.dropFirst(16 + Int(length))
    }
    return events
  }
}

/// Reports mounts and unmounts, as listed in the kernel's mount table (proc_pid_mountinfo(5)).
package final class MountEvents: Sendable {
  /// Readable when the table has changed.
  package let descriptor: Int32
  private let table: Int32

  /// - Returns: `nil` if the kernel cannot watch the file.
  package init?(table path: String) {
    table = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    descriptor = table >= 0 ? file_system_mounts_watch(table) : -1
    guard descriptor >= 0 else {
      if table >= 0 { close(table) }
      return nil
    }
  }

  deinit {
    close(descriptor)
    close(table)
  }

  /// Reads the pending changes, so that only a new change is reported.
  package func take() { file_system_mounts_take(descriptor) }
}
