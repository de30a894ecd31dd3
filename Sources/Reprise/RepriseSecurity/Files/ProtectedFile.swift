import Foundation
import Synchronization
import Storage

/// A file that was opened while its class was open.
///
/// One of ``ProtectionClass/completeUnlessOpen`` has its own key in memory and goes on after a lock, for as long as this
/// object lives. All others ask their key bag each time.
public final class ProtectedFile: Sendable {
  /// Where it lies.
  public let path: String

  /// The class it had when it was opened; `nil` if it was not protected.
  public let protection: ProtectionClass?

  private let bag: KeyBag
  private let key: SecretKey?

  /// The contents that ``key`` opens.
  private let identity: Mutex<[UInt8]>

  init(_ bag: KeyBag, _ path: String, header: ProtectedHeader?, key: SecretKey?) {
    (self.bag, self.path, protection, self.key) = (bag, path, header?.kind, key)
    identity = Mutex(header?.identity ?? [])
  }

  /// All of the contents.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` after a lock that closed the class.
  public func contents(limit: Int = 64 << 20) throws(ProtectionError) -> [UInt8] {
    var all: [UInt8] = []
    try read(limit: limit) { all += $0 }
    return all
  }

  /// Gives out the contents in pieces of 64 KiB at most.
  public func read(
    limit: Int = .max, _ take: ([UInt8]) throws(ProtectionError) -> Void
  ) throws(ProtectionError) {
    guard let header = try bag.header(of: path) else { return try readPlain(limit, take) }
    guard header.length <= UInt64(limit) else {
      throw .unusable("\(path) is larger than \(limit) bytes")
    }
    let descriptor = try PlainFile.open(path)
    defer { close(descriptor) }
    lseek(descriptor, off_t(ProtectedHeader.size), SEEK_SET)
    let key = try fileKey(of: header)
    try PieceCipher(header: header, key: key, path: path).read(from: descriptor, take)
  }

  /// Replaces the contents in one step, under the same class.
  public func replaceContents(with bytes: [UInt8]) throws(ProtectionError) {
    guard let protection else {
      return try PlainFile.replace(path) { (descriptor) throws(ProtectionError) in
        try PlainFile.append(bytes, to: descriptor, path)
      }
    }
    // The same key goes on opening it, in this object and in others.
    let key = if let key { key } else { try SecretKey.random() }
    let written = try bag.replace(path, protection, length: UInt64(bytes.count), key: key) {
      (start, count) in Array(bytes[start..<start + count])
    }
    identity.withLock { $0 = written.identity }
  }

  /// The key of the contents; while locked the one that this object has, unless somebody replaced them.
  private func fileKey(of header: ProtectedHeader) throws(ProtectionError) -> SecretKey {
    if let key, identity.withLock({ $0 == header.identity }) { return key }
    return try bag.fileKey(of: header, path: path)
  }

  private func readPlain(
    _ limit: Int, _ take: ([UInt8]) throws(ProtectionError) -> Void
  ) throws(ProtectionError) {
    let descriptor = try PlainFile.open(path)
    defer { close(descriptor) }
    var left = limit
    while true {
      let bytes = try PlainFile.read(descriptor, count: PieceCipher.piece, path)
      if bytes.isEmpty { return }
      left -= bytes.count
      guard left >= 0 else { throw .unusable("\(path) is larger than \(limit) bytes") }
      try take(bytes)
    }
  }
}
