import Crypto
import Foundation

/// The random key of one session, and what is derived from it.
///
/// Every record is sealed with AES-256-GCM under this key. The additional data binds the format, the
/// session and the node, so a record moved to another row or another session does not open.
struct SessionKey: Sendable {
  private let sealing: SymmetricKey
  private let session: [UInt8]

  /// What makes fingerprints of sealed rows.
  let digest: RowDigest
  let raw: [UInt8]

  /// The version of the sealed format; part of every seal.
  static let formatVersion: UInt8 = 1

  /// What sealing adds, in bytes: a nonce and a tag.
  static let overhead = Nonces.size + 16

  init(raw: [UInt8], session: [UInt8]) {
    self.raw = raw
    self.session = session
    let root = SymmetricKey(data: raw)
    sealing = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: root, info: Data("reprise seal".utf8), outputByteCount: 32)
    digest = .present(root)
  }

  /// What made fingerprints in files of the first format.
  var formerDigest: RowDigest { .former(SymmetricKey(data: raw)) }

  /// A new random key for a session.
  static func random(session: [UInt8]) -> SessionKey {
    let key = SymmetricKey(size: .bits256)
    return SessionKey(raw: key.withUnsafeBytes { Array($0) }, session: session)
  }

  /// Seals bytes for one row.
  ///
  /// The result is nonce, ciphertext and tag.
  func seal(
    _ bytes: [UInt8], row: Int64, nonce: AES.GCM.Nonce = AES.GCM.Nonce()
  ) throws -> Data {
    let box = try AES.GCM.seal(
      bytes, using: sealing, nonce: nonce, authenticating: additionalData(row))
    guard let combined = box.combined else { throw SealFailure() }
    return combined
  }

  /// Opens what ``seal(_:row:)`` made for the same row.
  ///
  /// - Throws: ``SealFailure`` when the bytes were changed or belong elsewhere.
  func open(_ sealed: Data, row: Int64) throws(SealFailure) -> [UInt8] {
    do {
      let box = try AES.GCM.SealedBox(combined: sealed)
      return Array(try AES.GCM.open(box, using: sealing, authenticating: additionalData(row)))
    } catch {
      throw SealFailure()
    }
  }

  /// A sealed text with the tag that ``seal(_:row:nonce:)`` gave it, whatever its tag is now.
  ///
  /// That proves nothing about the text: who knows the right tag from elsewhere can compare.
  func withTagRemade(_ sealed: Data, row: Int64) throws -> Data {
    let box = try AES.GCM.SealedBox(combined: sealed)
    // Zeros come out as the key stream. They never leave this function, so the nonce stays safe.
    let stream = try AES.GCM.seal(
      Data(count: box.ciphertext.count), using: sealing, nonce: box.nonce)
    return try seal(zip(box.ciphertext, stream.ciphertext).map(^), row: row, nonce: box.nonce)
  }

  /// What is sealed with a row without being stored in it.
  private func additionalData(_ row: Int64) -> [UInt8] {
    var data: [UInt8] = []
    data.reserveCapacity(1 + MemoryLayout<Int64>.size + session.count)
    data.append(Self.formatVersion)
    withUnsafeBytes(of: row.littleEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: session)
    return data
  }
}

/// A record that does not open: changed, moved, or sealed with another key.
struct SealFailure: Error {}
