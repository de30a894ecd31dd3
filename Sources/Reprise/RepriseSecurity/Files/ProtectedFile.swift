import Crypto
import Foundation
import Storage
import Synchronization

/// A file that was opened while its class was open.
///
/// A file of ``ProtectionClass/completeUnlessOpen`` keeps its own key in memory and stays usable
/// after a lock, as long as this object exists. Files of other classes ask their key bag each time.
///
/// ```swift
/// let file: ProtectedFile = try bag.open(data + "/diary")
/// ```
public final class ProtectedFile: Sendable {
  /// The path of the file.
  public let path: String

  /// The class it had when it was opened; `nil` if it was not protected.
  public let protection: ProtectionClass?

  private let bag: KeyBag
  private let key: SecretKey?

  /// The identity of the contents that ``key`` opens.
  private let identity: Mutex<[UInt8]>

  init(_ bag: KeyBag, _ path: String, header: ProtectedHeader?, key: SecretKey?) {
    (self.bag, self.path, protection, self.key) = (bag, path, header?.kind, key)
    identity = Mutex(header?.identity ?? [])
  }

  /// The whole contents.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` after a lock that closed the class.
  public func contents(limit: Int = 64 << 20) throws(ProtectionError) -> [UInt8] {
    var all: [UInt8] = []
    try read(limit: limit) { all += $0 }
    return all
  }

  /// Passes the contents to a function in pieces of 64 KiB at most.
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
    // Keep the key, so that this object and others can still open the file.
    let key = if let key { key } else { try SecretKey.random() }
    let written = try bag.replace(path, protection, length: UInt64(bytes.count), key: key) {
      (start, count) in Array(bytes[start..<start + count])
    }
    identity.withLock { $0 = written.identity }
  }

  /// The key of the contents; while locked, the cached key, unless the file was replaced.
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

/// The header of a protected file.
///
/// ```
///   0    8 bytes  magic
///   8    1 byte   version
///   9    1 byte   class
///  10   16 bytes  identity of the key bag
///  26   16 bytes  identity of the contents, new each time they are written
///  42    8 bytes  length of the contents in bytes, little-endian
///  50   32 bytes  public key for one use, or zeros (``ProtectionClass/completeUnlessOpen``)
///  82   60 bytes  key of the contents, sealed for all of the above
/// ```
struct ProtectedHeader: Equatable {
  static let magic = Array("RPRSFIL\0".utf8)
  static let version: UInt8 = 1

  /// The length of a header, in bytes.
  static let size = 82 + Sealing.sealedKey

  var kind: ProtectionClass
  var bag: [UInt8]
  var identity: [UInt8]
  var length: UInt64
  var ephemeral = [UInt8](repeating: 0, count: 32)
  var sealedKey: [UInt8] = []

  /// The data that the key's seal authenticates: changing the class or length requires the key.
  var purpose: [UInt8] {
    let length = withUnsafeBytes(of: length.littleEndian) { Array($0) }
    return Self.magic + [Self.version, kind.rawValue] + bag + identity + length + ephemeral
  }

  var bytes: [UInt8] { purpose + sealedKey }

  init(kind: ProtectionClass, bag: [UInt8], identity: [UInt8], length: UInt64) {
    (self.kind, self.bag, self.identity, self.length) = (kind, bag, identity, length)
  }

  /// Whether a file that begins with these bytes is protected, possibly by another version.
  static func isProtected(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Reads a header; only a key can check its authenticity.
  init(_ bytes: [UInt8], path: String) throws(ProtectionError) {
    guard Self.isProtected(bytes), bytes.count > 8 else {
      throw .foreign("\(path) is not protected")
    }
    guard bytes[8] <= Self.version else { throw .newer(path, version: Int(bytes[8])) }
    guard bytes.count == Self.size, bytes[8] == Self.version,
      let kind = ProtectionClass(rawValue: bytes[9])
    else { throw .damaged(path) }
    self.init(
      kind: kind, bag: Array(bytes[10..<26]), identity: Array(bytes[26..<42]),
      length: bytes[42..<50].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    ephemeral = Array(bytes[50..<82])
    sealedKey = Array(bytes[82...])
  }

  /// The data that the seal of one piece authenticates.
  func purpose(ofPiece index: UInt64) -> [UInt8] {
    identity + withUnsafeBytes(of: index.littleEndian) { Array($0) }
  }
}

/// The contents of a protected file: pieces of 64 KiB, each sealed for its place.
struct PieceCipher {
  /// The length of every piece but the last, in bytes.
  static let piece = 64 << 10

  let header: ProtectedHeader
  let key: SecretKey
  let path: String

  /// Seals bytes after the header, piece by piece.
  ///
  /// - Parameter next: Supplies at most that many bytes; fewer only at the end.
  func write(
    to descriptor: Int32, _ next: (Int) throws(ProtectionError) -> [UInt8]
  ) throws(ProtectionError) {
    try PlainFile.append(header.bytes, to: descriptor, path)
    var left = header.length
    var index: UInt64 = 0
    while left > 0 {
      let count = Int(min(left, UInt64(Self.piece)))
      var bytes = try next(count)
      defer { KeyMemory.wipe(&bytes) }
      guard bytes.count == count else { throw .unusable("\(path) changed while it was read") }
      let sealed = try key.seal(bytes, for: header.purpose(ofPiece: index))
      try PlainFile.append(sealed, to: descriptor, path)
      left -= UInt64(count)
      index += 1
    }
  }

  /// Decrypts the contents after the header, piece by piece.
  ///
  /// A piece is passed on only after all of it has been checked.
  func read(
    from descriptor: Int32, _ take: ([UInt8]) throws(ProtectionError) -> Void
  ) throws(ProtectionError) {
    var left = header.length
    var index: UInt64 = 0
    while left > 0 {
      let count = Int(min(left, UInt64(Self.piece)))
      let sealed = try PlainFile.read(descriptor, count: count + Sealing.overhead, path)
      guard var bytes = key.open(sealed, for: header.purpose(ofPiece: index)), bytes.count == count
      else { throw .damaged(path) }
      defer { KeyMemory.wipe(&bytes) }
      try take(bytes)
      left -= UInt64(count)
      index += 1
    }
    guard try PlainFile.read(descriptor, count: 1, path).isEmpty else { throw .damaged(path) }
  }
}
