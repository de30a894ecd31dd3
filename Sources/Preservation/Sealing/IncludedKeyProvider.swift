import Foundation

/// Leaves a session's key as it is, beside what it seals: for an export that is to open anywhere.
///
/// It protects against nothing but damage; whoever has the file can read it.
public struct IncludedKeyProvider: KeyProvider {
  /// See ``KeyProvider/name``.
  public var name: String { "included" }

  /// See ``KeyProvider/promise``.
  public var promise: String { "the key is in the file: whoever has the file can read it" }

  /// Makes the provider.
  public init() {}

  /// The key itself.
  public func wrap(_ key: [UInt8]) throws -> Data { Data(key) }

  /// The key itself, if it has the right length.
  public func unwrap(_ wrapped: Data) throws -> [UInt8] {
    guard wrapped.count == 32 else { throw StateError.damaged("the key in the file is damaged") }
    return Array(wrapped)
  }
}
