import Foundation
import Inventory
import Storage

/// Wakes a thread that waits for descriptors: a channel that contains one byte or none.
final class WakeSignal: Sendable {
  /// Readable after ``send()``, until ``take()``.
  let descriptor: Int32
  private let end: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    socketpair(AF_UNIX, Int32(type), 0, &ends)
    (descriptor, end) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(end)
  }

  func send() {
    var byte: UInt8 = 1
    // Full, it wakes as well.
    _ = write(end, &byte, 1)
  }

  func take() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

/// A descriptor that becomes readable when the inventory or its credentials are written, and when a process takes or
/// releases the connection.
final class WriteWatch: Sendable {
  /// A watched file that was written.
  struct News: OptionSet {
    let rawValue: Int
    /// The inventory.
    static let data = News(rawValue: 1)
    /// The credentials.
    static let credentials = News(rawValue: 2)
    /// The lock of the line: its note changed, or it was released.
    static let line = News(rawValue: 4)
    /// The claims of windows to the line.
    static let claims = News(rawValue: 8)
    /// Any of these.
    static let all: News = [.data, .credentials, .line, .claims]
  }

  private let events: FileEvents
  private let log: String

  /// How often to look where the system has no watch left, in seconds.
  private static let interval = 2

  /// Watches the directory of the data.
  init(_ store: InventoryStore) {
    events = FileEvents(interval: Self.interval)
    _ = events.watch(store.database.directory)
    log = (store.database.path as NSString).lastPathComponent + "-wal"
  }

  /// Whether the system has no watch left: then anything may have been written at each interval.
  var isBlind: Bool { events.isBlind }

  /// Readable when something happened in the directory, or it is time to look.
  var descriptor: Int32 { events.descriptor }

  /// The files that were written since the last call, as far as is known.
  func take() -> News {
    events.take().reduce(into: []) { news, event in
      switch event {
      case .file(log): news.insert(.data)
      case .file(CredentialFile.name): news.insert(.credentials)
      case .file(ConnectionLock.name): news.insert(.line)
      case .file(ConnectionClaim.name): news.insert(.claims)
      case .file: break
      case .overflow, .lostDirectory: news.formUnion(.all)
      }
    }
  }
}
