import Foundation

/// What is sealed, as text for a column.
extension ItemSealing {
  /// Seals a value.
  ///
  /// - Throws: What sealing throws.
  func text(sealing value: some Encodable, of owner: UUID) throws -> String {
    Data(try seal(Array(JSONEncoder().encode(value)), of: owner)).base64EncodedString()
  }

  /// Opens what ``text(sealing:of:)`` sealed for the same owner.
  ///
  /// - Parameter subject: What it is of, for the error: `a private place`.
  /// - Throws: `badData` where it does not open or is damaged.
  func value<Value: Decodable>(
    sealedIn text: String, of owner: UUID, _ subject: String
  ) throws(InventoryError) -> Value {
    guard let sealed = Data(base64Encoded: text),
      let bytes = try? open(Array(sealed), of: owner),
      let value = try? JSONDecoder().decode(Value.self, from: Data(bytes))
    else { throw InventoryError(.badData, "what is sealed of \(subject) is damaged") }
    return value
  }
}
