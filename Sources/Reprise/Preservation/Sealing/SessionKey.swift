import Crypto
import Foundation
import Storage

/// The random key of one session, and the keys derived from it.
///
/// It seals every record with AES-256-GCM. The additional data binds the format, the session and
/// the node, so a record moved to another row or session does not open.
struct SessionKey: Sendable {
  private let root: SymmetricKey
  private let sealing: SymmetricKey

  /// The identity of the session's archive.
  let session: [UInt8]

  /// Makes fingerprints of sealed rows.
  let digest: RowDigest

  /// The version of the sealed format; part of every seal.
  private static let formatVersion: UInt8 = 1

  /// The number of bytes that sealing adds: a nonce and a tag.
  static let overhead = Nonces.size + 16

  init(_ root: SymmetricKey, session: [UInt8]) {
    self.root = root
    self.session = session
    sealing = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: root, info: Array("reprise seal".utf8), outputByteCount: 32)
    digest = .current(root)
    root.withUnsafeBytes(KeyMemory.protect)
    sealing.withUnsafeBytes(KeyMemory.protect)
  }

  /// Makes a key from bytes and wipes them.
  init(wiping raw: inout [UInt8], session: [UInt8]) {
    self.init(SymmetricKey(data: raw), session: session)
    KeyMemory.wipe(&raw)
  }

  /// Made fingerprints in files of the first format.
  var legacyDigest: RowDigest { .legacy(root) }

  /// A new random key for a session.
  static func random(session: [UInt8]) -> SessionKey {
    SessionKey(SymmetricKey(size: .bits256), session: session)
  }

  /// The key wrapped by a provider.
  func wrapped(by keys: any KeyProvider) throws -> Data {
    var raw = root.withUnsafeBytes { Array($0) }
    defer { KeyMemory.wipe(&raw) }
    return try keys.wrap(raw)
  }

  /// Seals bytes for one row; returns nonce, ciphertext and tag.
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
  /// - Throws: ``SealFailure`` when the bytes were changed or belong to another row.
  func open(_ sealed: Data, row: Int64) throws(SealFailure) -> [UInt8] {
    do {
      let box = try AES.GCM.SealedBox(combined: sealed)
      return Array(try AES.GCM.open(box, using: sealing, authenticating: additionalData(row)))
    } catch {
      throw SealFailure()
    }
  }

  /// A sealed row with the tag that ``seal(_:row:nonce:)`` computes for its text, whatever its tag
  /// is now.
  ///
  /// This proves nothing about the text, unless the caller knows the right tag from elsewhere.
  func withRecomputedTag(_ sealed: Data, row: Int64) throws -> Data {
    let box = try AES.GCM.SealedBox(combined: sealed)
    // Sealing zeros yields the key stream. It never leaves this function, so the nonce stays safe.
    let stream = try AES.GCM.seal(
      Data(count: box.ciphertext.count), using: sealing, nonce: box.nonce)
    return try seal(zip(box.ciphertext, stream.ciphertext).map(^), row: row, nonce: box.nonce)
  }

  /// The associated data of a row: sealed with it but not stored in it.
  private func additionalData(_ row: Int64) -> [UInt8] {
    var data: [UInt8] = []
    data.reserveCapacity(1 + MemoryLayout<Int64>.size + session.count)
    data.append(Self.formatVersion)
    withUnsafeBytes(of: row.littleEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: session)
    return data
  }
}

/// A sealed record that does not open: changed, moved, or sealed with another key.
struct SealFailure: Error {}
