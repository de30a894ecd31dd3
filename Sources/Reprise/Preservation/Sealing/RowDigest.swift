import Crypto
import Foundation

/// Makes the keyed fingerprint of a sealed row, from its number and its tag, for the manifest's
/// sum.
///
/// A launch makes a thousand of them, so each must be cheap. The present digest is SHA-256 of key,
/// number and tag, which fit into one block. All three have fixed lengths, and the digest is
/// truncated and sealed, so a length extension, which HMAC prevents at the price of three more
/// blocks, is impossible. Files of the first format have an HMAC.
enum RowDigest: Sendable {
  /// The bytes of a key that leave room for number, tag and padding in a block.
  private static let keySize = 24

  /// The key as words.
  case keyed(UInt64, UInt64, UInt64)

  /// An HMAC that has absorbed its key, copied for each row.
  case code(HMAC<SHA256>)

  /// The digest of the current format.
  static func current(_ root: SymmetricKey) -> RowDigest {
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: root, info: Array("reprise row digest".utf8), outputByteCount: keySize)
    return key.withUnsafeBytes { bytes in
      func word(_ index: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
      }
      return .keyed(word(0), word(1), word(2))
    }
  }

  /// The digest of the first format.
  static func legacy(_ root: SymmetricKey) -> RowDigest {
    .code(
      HMAC(
        key: HKDF<SHA256>.deriveKey(
          inputKeyMaterial: root, info: Array("reprise fingerprint".utf8), outputByteCount: 32)))
  }

  /// The fingerprint of a row.
  func fingerprint(row: Int64, sealed: Data) -> Fingerprint {
    let (low, high) = tag(of: sealed)
    switch self {
    case .keyed(let first, let second, let third):
      let message = (first, second, third, row.littleEndian, low, high)
      return withUnsafeBytes(of: message) { bytes in
        var hash = SHA256()
        hash.update(bufferPointer: bytes)
        return hash.finalize().withUnsafeBytes(Fingerprint.init(leading:))
      }
    case .code(var code):
      return withUnsafeBytes(of: (row.littleEndian, low, high)) { bytes in
        code.update(data: bytes)
        return code.finalize().withUnsafeBytes(Fingerprint.init(leading:))
      }
    }
  }

  /// The last sixteen bytes of a sealed row, or fewer if it is shorter.
  private func tag(of sealed: Data) -> (UInt64, UInt64) {
    var tag = (UInt64(0), UInt64(0))
    withUnsafeMutableBytes(of: &tag) { bytes in
      sealed.withUnsafeBytes { sealed in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: sealed.suffix(bytes.count)))
      }
    }
    return tag
  }
}

extension Fingerprint {
  /// Reads the first bytes of a digest.
  fileprivate init(leading bytes: UnsafeRawBufferPointer) {
    self.init(
      low: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      high: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}

/// A sum over the keyed digests of all rows, updated row by row.
///
/// Each lane is a sum modulo 2⁶⁴, so adding or removing a row takes the same time for any number of
/// rows. Without the key, two sets of rows with the same sum can't be found.
struct Fingerprint: Hashable, Sendable {
  var low: UInt64 = 0
  var high: UInt64 = 0

  mutating func add(_ other: Fingerprint) {
    low &+= other.low
    high &+= other.high
  }

  mutating func remove(_ other: Fingerprint) {
    low &-= other.low
    high &-= other.high
  }
}

extension Fingerprint {
  /// The sum of other fingerprints.
  init(sumOf fingerprints: some Sequence<Fingerprint>) {
    self.init()
    for fingerprint in fingerprints { add(fingerprint) }
  }
}
