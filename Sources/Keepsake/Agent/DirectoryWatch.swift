import Dispatch
import Foundation

/// Tells the main actor which files of a directory somebody wrote, made, moved in or let go of.
final class DirectoryWatch {
  private let source: any DispatchSourceRead

  /// Begins to watch; `nil` where the system has no more watches.
  init?(_ directory: String, changed: @escaping (Set<String>) -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO)
    guard inotify_add_watch(descriptor, directory, events) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { changed(Self.take(descriptor)) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  isolated deinit { source.cancel() }

  /// The names of the files that something happened to.
  private static func take(_ descriptor: Int32) -> Set<String> {
    var names: Set<String> = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        names.formUnion(Self.names(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      }
    }
    return names
  }

  private static func names(in bytes: UnsafeRawBufferPointer) -> Set<String> {
    let head = MemoryLayout<inotify_event>.size
    var names: Set<String> = []
    var offset = 0
    while offset + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + head + Int(event.len)
      guard end <= bytes.count else { break }
      names.insert(String(decoding: bytes[offset + head..<end].prefix { $0 != 0 }, as: UTF8.self))
      offset = end
    }
    return names
  }
}
