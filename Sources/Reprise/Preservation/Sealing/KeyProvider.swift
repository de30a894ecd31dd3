import Foundation
import Storage

/// Wraps and unwraps the keys of sessions.
///
/// ```swift
/// struct ChipKeys: KeyProvider {
///   let name = "chip"
///   let promise = "sealed with a key that only this machine's chip has"
///   private let mask: UInt8 = 0x5A
///
///   func wrap(_ key: [UInt8]) throws -> Data { Data(key.map { $0 ^ mask }) }
///
///   func unwrap(_ wrapped: Data) throws -> [UInt8] { wrapped.map { $0 ^ mask } }
/// }
/// ```
public protocol KeyProvider: Sendable {
  /// The name of the kind of protection, stored with the wrapped key.
  var name: String { get }

  /// A description of the protection's strength, in plain words for a person.
  var promise: String { get }

  /// The new path of the previous key file, if it was damaged and replaced; otherwise `nil`.
  ///
  /// Data sealed with that key can no longer be opened.
  var damagedFile: String? { get }

  /// Wraps a session's key so that only this provider can open it.
  func wrap(_ key: [UInt8]) throws -> Data

  /// Opens a wrapped key.
  ///
  /// - Throws: ``StateError/locked(_:)`` when this provider cannot open it.
  func unwrap(_ wrapped: Data) throws -> [UInt8]
}

extension KeyProvider {
  /// Returns `nil`.
  public var damagedFile: String? { nil }
}

/// Stores a session's key in plain form in the file, for an export that opens anywhere.
///
/// It protects against damage only: anyone who has the file can read it.
package struct IncludedKeyProvider: KeyProvider {
  /// See ``KeyProvider/name``.
  package var name: String { "included" }

  /// See ``KeyProvider/promise``.
  package var promise: String { "the file contains the key: anyone who has the file can read it" }

  /// Makes the provider.
  package init() {}

  /// Returns the key unchanged.
  package func wrap(_ key: [UInt8]) throws -> Data { Data(key) }

  /// Returns the key, if it has the right length.
  package func unwrap(_ wrapped: Data) throws -> [UInt8] {
    guard wrapped.count == 32 else { throw StateError.damaged("the key in the file is damaged") }
    return Array(wrapped)
  }
}

/// A key provider that a passphrase opens and a lock closes; `KeyBag` in `RepriseSecurity` is one.
public protocol PassphraseKeyProvider: KeyProvider, ProtectedDataSource {
  /// Opens the keys.
  ///
  /// It takes a few tenths of a second, so call it away from the main thread.
  ///
  /// - Throws: An error whose description is one line for the person.
  func unlock(typed passphrase: String) throws
}

/// An error of opening keys, possibly because too many wrong passphrases were tried.
public protocol UnlockPause: Error, CustomStringConvertible {
  /// The seconds until the next attempt; `nil` if the error has another reason.
  var secondsLeft: Int? { get }

  /// The same error with another number of seconds left, for a countdown.
  func leaving(seconds: Int) -> Self
}
