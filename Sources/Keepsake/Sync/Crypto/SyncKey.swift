import Crypto
import Foundation
import Storage

/// The key that the members of a household share; the server never has it.
public struct SyncKey: Hashable, Sendable {
  /// The number of its bytes.
  public static let byteCount = 32

  private let page: SecretPage

  /// A copy of the bytes, which give access to everything.
  public var bytes: [UInt8] { page.copy() }

  /// Makes a random key.
  public init() {
    var bytes = SymmetricKey(size: .bits256).withUnsafeBytes(Array.init)
    page = SecretPage(copying: bytes)
    KeyMemory.wipe(&bytes)
  }

  /// Takes bytes; `nil` where their number is wrong.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    page = SecretPage(copying: bytes)
  }

  /// Compares the bytes.
  public static func == (first: Self, second: Self) -> Bool {
    first.page.withBytes { first in second.page.withBytes { first.elementsEqual($0) } }
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { page.withBytes { hasher.combine(bytes: $0) } }

  /// The token that the server requires for every call; it stores only the token's digest.
  public var token: [UInt8] { derived("server").withUnsafeBytes(Array.init) }

  /// The server's name for a file, which does not reveal the file's digest.
  public func name(ofContent digest: String) -> String {
    HMAC<SHA256>.authenticationCode(for: Data(digest.utf8), using: derived("content names"))
      .withUnsafeBytes(Hexadecimal.text)
  }

  /// Seals bytes so that only the key opens them, and only for the same purpose.
  ///
  /// The same bytes as the same thing give the same sealed bytes, so the server takes what is sent again for what it
  /// has. The nonce is a keyed digest of both: no two that differ share one.
  ///
  /// - Parameter purpose: The kind and location of the bytes, which are authenticated with them.
  public func seal(_ plain: [UInt8], as purpose: String) throws -> Data {
    var digest = HMAC<SHA256>(key: derived("nonce"))
    digest.update(data: Data("\(purpose.utf8.count) \(purpose)".utf8))
    digest.update(data: plain)
    let nonce = try AES.GCM.Nonce(data: Data(digest.finalize().prefix(12)))
    let box = try AES.GCM.seal(
      plain, using: derived("seal"), nonce: nonce, authenticating: Data(purpose.utf8))
    return box.nonce + box.ciphertext + box.tag
  }

  /// Opens what ``seal(_:as:)`` sealed.
  ///
  /// - Throws: `DecodingFailure` if it was sealed with another key or as something else, or was changed.
  public func open(_ sealed: Data, as purpose: String) throws(DecodingFailure) -> [UInt8] {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let plain = try? AES.GCM.open(
        box, using: derived("seal"), authenticating: Data(purpose.utf8))
    else { throw DecodingFailure.malformed("it was sealed with another key, or as something else") }
    return Array(plain)
  }

  private func derived(_ purpose: String) -> SymmetricKey {
    page.withBytes {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: $0), info: Data("keepsake household \(purpose)".utf8),
        outputByteCount: 32)
    }
  }
}

/// Seals each kind of data for its own purpose, which reveals a server that swaps two of them.
extension SyncKey {
  /// Seals an operation.
  public func seal(
    _ operation: SyncOperation, device: String, number: Int64, household: String
  ) throws -> [UInt8] {
    try Array(seal(operation.bytes, as: purpose(device, number, household)))
  }

  /// Opens an operation.
  ///
  /// - Throws: `DecodingFailure`.
  public func operation(
    _ sealed: [UInt8], device: String, number: Int64, household: String
  ) throws(DecodingFailure) -> SyncOperation {
    try SyncOperation(bytes: open(.init(sealed), as: purpose(device, number, household)))
  }

  /// Seals a part of a file.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the whole file.
  ///   - part: The number of the part, from 0.
  public func seal(
    _ bytes: [UInt8], part: Int, of digest: String, household: String
  ) throws -> Data {
    try seal(bytes, as: "content \(household) \(digest) \(part)")
  }

  /// Opens a part of a file.
  ///
  /// - Throws: `DecodingFailure`.
  public func part(
    _ sealed: Data, _ part: Int, of digest: String, household: String
  ) throws(DecodingFailure) -> [UInt8] {
    try open(sealed, as: "content \(household) \(digest) \(part)")
  }

  /// Seals the description of a device.
  public func seal(
    _ description: DeviceDescription, device: String, household: String
  ) throws -> Data {
    try seal(description.bytes, as: "device \(household) \(device)")
  }

  /// Opens the description of a device.
  ///
  /// - Throws: `DecodingFailure`.
  public func description(
    _ sealed: Data, device: String, household: String
  ) throws(DecodingFailure) -> DeviceDescription {
    try DeviceDescription(bytes: open(sealed, as: "device \(household) \(device)"))
  }

  private func purpose(_ device: String, _ number: Int64, _ household: String) -> String {
    "operation \(household) \(device) \(number)"
  }
}
