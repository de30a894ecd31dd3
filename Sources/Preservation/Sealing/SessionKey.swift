import Crypto
import Foundation

/// The random key of one session, and what is derived from it.
///
/// Every record is sealed with AES-256-GCM under this key. The additional data binds the format, the
/// session and the node, so a record moved to another row or another session does not open.
struct SessionKey: Sendable {
  private let root: SymmetricKey
  private let sealing: SymmetricKey

  /// The identity of the session's archive.
  let session: [UInt8]

  /// What makes fingerprints of sealed rows.
  let digest: RowDigest

  /// The version of the sealed format; part of every seal.
  static let formatVersion: UInt8 = 1

  /// What sealing adds, in bytes: a nonce and a tag.
  static let overhead = Nonces.size + 16

  init(_ root: SymmetricKey, session: [UInt8]) {
    self.root = root
    self.session = session
    sealing = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: root, info: Array("reprise seal".utf8), outputByteCount: 32)
    digest = .present(root)
    KeyMemory.protect(root)
    KeyMemory.protect(sealing)
  }

  /// Takes bytes over as a key, which are wiped.
  init(wiping raw: inout [UInt8], session: [UInt8]) {
    self.init(SymmetricKey(data: raw), session: session)
    KeyMemory.wipe(&raw)
  }

  /// What made fingerprints in files of the first format.
  var formerDigest: RowDigest { .former(root) }

  /// A new random key for a session.
  static func random(session: [UInt8]) -> SessionKey {
    SessionKey(SymmetricKey(size: .bits256), session: session)
  }

  /// The key wrapped by what seals it.
  func wrapped(by keys: any KeyProvider) throws -> Data {
    var raw = root.withUnsafeBytes { Array($0) }
    defer { KeyMemory.wipe(&raw) }
    return try keys.wrap(raw)
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
