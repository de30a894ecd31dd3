import Foundation
import Storage

/// The number of a session's newest commit, in a file of its own.
///
/// The last commits exist only in SQLite's log. A log that is truncated, damaged or missing looks
/// like a log that ends early, so older state would be restored without a warning. This file holds
/// the number of the last commit. It is written after each commit without waiting for the disk:
/// after a kill it may be one behind, but never ahead.
///
/// ```
/// 0   8 bytes   magic number of the format
/// 8   16 bytes  the identity of the archive
/// 24  8 bytes   the number of the commit
/// 32  8 bytes   checksum of the rest
/// ```
final class CommitRecord {
  static let file = "newest"

  /// The result of comparing an archive with the record.
  enum Finding: Equatable {
    /// The archive holds all recorded commits.
    case complete
    /// The archive's last commits are missing.
    case missing
    /// The archive differs from the archive of the last commit.
    case another
  }

  private static let size = 40
  private static let magic: UInt64 = 0x314D_4F43_5450_4552

  private let directory: PrivateDirectory
  private var descriptor: Int32?

  init(in directory: PrivateDirectory) {
    self.directory = directory
  }

  deinit { if let descriptor { close(descriptor) } }

  /// Records a commit.
  ///
  /// A failure is harmless: the next commit is recorded again.
  func note(_ identity: [UInt8], _ sequence: Int64) {
    if descriptor == nil { descriptor = try? directory.open(Self.file) }
    guard let descriptor else { return }
    let bytes = Self.bytes(identity, sequence)
    _ = retryingInterrupted { pwrite(descriptor, bytes, bytes.count, 0) }
  }

  /// Removes the record: the archive was quarantined or deleted.
  func forget() {
    if let descriptor { close(descriptor) }
    descriptor = nil
    directory.remove(Self.file)
  }

  /// Compares an archive with the record.
  func compare(_ identity: [UInt8], _ sequence: Int64) -> Finding {
    guard let noted = try? PrivateFile.contents(of: Self.file, in: directory, limit: Self.size),
      noted.count == Self.size, Array(noted[32...]) == Self.sum(of: noted[..<32]),
      noted[..<8].elementsEqual(Self.little(Self.magic))
    else { return .complete }
    guard noted[8..<24].elementsEqual(identity) else { return .another }
    let last = noted.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: 24, as: Int64.self))
    }
    return last > sequence ? .missing : .complete
  }

  private static func bytes(_ identity: [UInt8], _ sequence: Int64) -> [UInt8] {
    let identity = identity.prefix(16) + [UInt8](repeating: 0, count: max(0, 16 - identity.count))
    let bytes = little(magic) + identity + little(UInt64(bitPattern: sequence))
    return bytes + sum(of: bytes[...])
  }

  private static func little(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// FNV-1a: detects damage, but no deliberate change.
  private static func sum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    little(bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}
