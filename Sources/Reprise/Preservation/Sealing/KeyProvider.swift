import Foundation

/// Wraps and unwraps the keys of sessions.
public protocol KeyProvider: Sendable {
  /// The name of the kind of protection, stored beside the wrapped key.
  var name: String { get }

  /// What this protection is worth, in plain words for a person.
  var promise: String { get }

  /// Where the previous key file lies, if it was damaged and replaced; otherwise `nil`.
  ///
  /// What that key sealed can no longer be opened.
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
