import Foundation
import Storage

/// The contents of a protected file: pieces of 64 KiB, each sealed for its place.
struct PieceCipher {
  /// The length of every piece but the last, in bytes.
  static let piece = 64 << 10

  let header: ProtectedHeader
  let key: SecretKey
  let path: String

  /// Seals bytes behind the header, piece by piece.
  ///
  /// - Parameter next: Supplies at most so many bytes; fewer only at the end.
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

  /// Opens what stands behind the header, piece by piece.
  ///
  /// No byte of a piece is given out before all of the piece has been checked.
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
