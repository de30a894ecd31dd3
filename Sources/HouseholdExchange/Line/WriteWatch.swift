import Foundation
import Inventory

/// Readable when somebody wrote to the inventory or its credentials, or let go of the line.
final class WriteWatch: Sendable {
  /// Readable when something happened in the directory.
  let descriptor: Int32
  private let data: Set<String>

  /// Watches the directory of the data; where the system has no more watches, nothing is told.
  init(_ store: InventoryStore) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    data = [(store.path as NSString).lastPathComponent + "-wal", CredentialFile.name]
    let events = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO)
    if descriptor >= 0 { inotify_add_watch(descriptor, store.directory, events) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether something that matters happened since the last call.
  func take() -> Bool {
    guard descriptor >= 0 else { return false }
    var isNews = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        isNews = isNews || concerns(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    return isNews
  }

  /// Whether one of the events is of a file that matters.
  private func concerns(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + head + Int(event.len)
      guard end <= bytes.count else { return true }
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      let name = bytes[offset + head..<end].prefix { $0 != 0 }
      if data.contains(String(decoding: name, as: UTF8.self)) { return true }
      offset = end
    }
    return false
  }
}
