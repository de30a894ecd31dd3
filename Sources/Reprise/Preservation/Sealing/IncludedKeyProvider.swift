import Foundation

/// Stores a session's key in plain form in the file, for an export that opens anywhere.
///
/// It protects against damage only: anybody who has the file can read it.
public struct IncludedKeyProvider: KeyProvider {
  /// See ``KeyProvider/name``.
  public var name: String { "included" }

  /// See ``KeyProvider/promise``.
  public var promise: String { "the key is in the file: whoever has the file can read it" }

  /// Makes the provider.
  public init() {}

  /// Returns the key unchanged.
  public func wrap(_ key: [UInt8]) throws -> Data { Data(key) }

  /// Returns the key, if it has the right length.
  public func unwrap(_ wrapped: Data) throws -> [UInt8] {
    guard wrapped.count == 32 else { throw StateError.damaged("the key in the file is damaged") }
    return Array(wrapped)
  }
}
