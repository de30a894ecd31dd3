import Foundation

/// Seals private content with keys that only a passphrase opens.
///
/// The inventory knows no ciphers: the owner of the keys passes it an implementation.
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

/// Sealed values as text for a column.
extension ItemSealing {
  /// Seals a value.
  ///
  /// - Throws: Any error of sealing.
  func text(sealing value: some Encodable, of owner: UUID) throws -> String {
    Data(try seal(Array(JSONEncoder().encode(value)), of: owner)).base64EncodedString()
  }

  /// Opens what ``text(sealing:of:)`` sealed for the same owner.
  ///
  /// - Parameter subject: The kind of owner, for the error: `a private place`.
  /// - Throws: `badData` if the text does not open or is damaged.
  func value<Value: Decodable>(
    sealedIn text: String, of owner: UUID, _ subject: String
  ) throws(InventoryError) -> Value {
    guard let sealed = Data(base64Encoded: text),
      let bytes = try? open(Array(sealed), of: owner),
      let value = try? JSONDecoder().decode(Value.self, from: Data(bytes))
    else { throw InventoryError(.badData, "the encrypted content of \(subject) is damaged") }
    return value
  }
}
