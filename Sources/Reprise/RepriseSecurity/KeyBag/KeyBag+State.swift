import Foundation
import Preservation

/// Saved state under the strictest class: what was on the screen is closed while locked.
extension KeyBag: PassphraseKeyProvider {
  /// See `KeyProvider.name`.
  public var name: String { "passphrase" }

  /// See `KeyProvider.promise`.
  public var promise: String {
    "sealed with a key that only the passphrase opens: without it the saved state says nothing"
  }

  private static let purpose = Array("session key".utf8)

  /// Seals a session's key.
  ///
  /// - Throws: `StateError.locked` while the bag is locked.
  public func wrap(_ key: [UInt8]) throws -> Data {
    do {
      return Data(try seal(key, for: Self.purpose, protection: .complete))
    } catch {
      throw StateError.locked("\(error)")
    }
  }

  /// Opens a session's key.
  ///
  /// - Throws: `StateError.locked` while the bag is locked, and where another one sealed it.
  public func unwrap(_ wrapped: Data) throws -> [UInt8] {
    do {
      return try open(Array(wrapped), for: Self.purpose, protection: .complete)
    } catch {
      throw StateError.locked("\(error)")
    }
  }

  /// Opens all classes.
  public func unlock(typed passphrase: String) throws {
    try unlock(passphrase: Passphrase(passphrase))
  }
}
