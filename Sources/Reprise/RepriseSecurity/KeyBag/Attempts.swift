import Foundation
import Storage

/// Counts wrong passphrases in a file next to the bag.
///
/// After five, each further attempt has to wait.
///
/// Time is the kernel's since boot, so setting the clock doesn't shorten the wait. After a reboot the whole wait starts
/// again. Nothing is ever erased. Deleting the file doesn't help: every bag is made with one, so a missing file counts
/// as five wrong passphrases.
struct Attempts {
  let path: String

  /// The wrong passphrases without a wait.
  private static let free: UInt32 = 5
  /// The longest wait, in seconds.
  private static let longest = 900

  /// The contents of the file: the count, the time of the next attempt, and the boot that it refers
  /// to.
  private struct Record {
    var count: UInt32
    var due: UInt64
    var boot: [UInt8]

    var bytes: [UInt8] {
      withUnsafeBytes(of: count.littleEndian) { Array($0) }
        + withUnsafeBytes(of: due.littleEndian) { Array($0) } + boot
    }

    /// The time until the next attempt; `nil` if it is allowed now.
    var secondsLeft: Int? {
      let now = Attempts.now()
      return due > now ? Int((due - now + 999) / 1000) : nil
    }
  }

  /// Starts counting for a new bag.
  func begin() throws(ProtectionError) {
    let lock = FileLock(owning: try PlainFile.open(path, flags: O_RDWR | O_CREAT))
    write(Record(count: 0, due: 0, boot: Self.boot()), to: lock.descriptor)
  }

  /// Tries a passphrase, unless the wait is not over.
  ///
  /// The attempt is counted before it is made, so that killing the program does not avoid the count.
  func trying<Opened>(
    _ body: () throws(ProtectionError) -> Opened
  ) throws(ProtectionError) -> Opened {
    let lock = FileLock(owning: try PlainFile.open(path, flags: O_RDWR | O_CREAT))
    guard lock.take(timeout: 5000, interval: 10) == .taken else {
      throw .unusable("another program is checking a passphrase")
    }
    defer { lock.release() }
    let descriptor = lock.descriptor
    let boot = Self.boot()
    var record = try read(descriptor, boot: boot)
    if record.boot != boot {
      record = Record(count: record.count, due: Self.due(after: record.count), boot: boot)
      write(record, to: descriptor)
    }
    if let seconds = record.secondsLeft { throw .wait(seconds: seconds) }
    let count = record.count == .max ? .max : record.count + 1
    record = Record(count: count, due: Self.due(after: count), boot: boot)
    write(record, to: descriptor)
    let opened: Opened
    do {
      opened = try body()
    } catch .wrongPassphrase {
      // The check itself takes a while, which is not part of the reported wait.
      record.due = Self.due(after: count)
      write(record, to: descriptor)
      throw record.secondsLeft.map { .wrongOnceMore(seconds: $0) } ?? .wrongPassphrase
    }
    write(Record(count: 0, due: 0, boot: boot), to: descriptor)
    return opened
  }

  private static func due(after count: UInt32) -> UInt64 {
    guard count >= free else { return 0 }
    return now() + UInt64(1000 * min(longest, 1 << min(count - free, 20)))
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// The identity of the current boot.
  private static func boot() -> [UInt8] {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return Array((text ?? "").utf8.prefix(36))
  }

  /// A damaged or missing file counts as five wrong passphrases.
  private func read(_ descriptor: Int32, boot: [UInt8]) throws(ProtectionError) -> Record {
    let bytes = try PlainFile.read(descriptor, count: 128, path)
    guard bytes.count == 12 + boot.count else {
      return Record(count: Self.free, due: Self.due(after: Self.free), boot: [])
    }
    let (count, due) = bytes.withUnsafeBytes { bytes in
      (
        UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      )
    }
    // No file may cause a wait beyond the longest one.
    return Record(
      count: count, due: min(due, Self.now() + UInt64(Self.longest * 1000)),
      boot: Array(bytes[12...]))
  }

  /// On a full disk the attempt is not counted: that must not lock the owner out.
  private func write(_ record: Record, to descriptor: Int32) {
    let bytes = record.bytes
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    ftruncate(descriptor, off_t(bytes.count))
    fsync(descriptor)
  }
}
