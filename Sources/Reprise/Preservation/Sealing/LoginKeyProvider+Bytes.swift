import Crypto
import Foundation

extension LoginKeyProvider {
  /// Seals a few bytes for one purpose; they open for no other.
  func seal(_ bytes: [UInt8], for purpose: String) throws -> [UInt8] {
    let box = try AES.GCM.seal(bytes, using: key, authenticating: Self.binding(purpose))
    guard let combined = box.combined else { throw SealFailure() }
    return Array(combined)
  }

  /// Opens what ``seal(_:for:)`` sealed; `nil` for anything else.
  func open(_ sealed: [UInt8], for purpose: String) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
    return (try? AES.GCM.open(box, using: key, authenticating: Self.binding(purpose))).map(
      Array.init)
  }

  /// No wrapped key opens as these bytes, nor the other way round.
  private static func binding(_ purpose: String) -> [UInt8] { Array("bytes\0\(purpose)".utf8) }
}
