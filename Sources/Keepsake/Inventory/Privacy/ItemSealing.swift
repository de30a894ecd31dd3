import Foundation

/// Seals what is private, with keys that only a passphrase opens.
///
/// The inventory knows no ciphers: whoever has the keys gives it one of these.
public protocol ItemSealing: Sendable {
  /// Seals bytes that belong to an item or a draft.
  ///
  /// - Throws: An error with one line for the person.
  func seal(_ bytes: [UInt8], of owner: UUID) throws -> [UInt8]

  /// Opens what ``seal(_:of:)`` sealed for the same owner.
  ///
  /// - Throws: An error with one line for the person.
  func open(_ sealed: [UInt8], of owner: UUID) throws -> [UInt8]
}
