import Crypto
import Foundation
import Storage

/// A row of a file, with its values in the form in which they are stored.
struct MappedRow {
  /// A value that the row has; a blank cell has none, since a mapped file never clears a field.
  enum Value: Hashable {
    case column(ColumnValue)
    /// The names of the places, from the top down.
    case place([String])
    case category(String)
    case tags([String])

    /// A digest that tells values apart and shows nothing of them.
    var digest: String { Self.digest(text) }

    private var text: String {
      switch self {
      case .column(.null): ""
      case .column(.integer(let number)): String(number)
      case .column(.real(let number)): String(number)
      case .column(.text(let text)): text
      case .column(.uuid(let uuid)): uuid.uuidString
      case .place(let names): names.map(PlacePath.folded).joined(separator: "\u{1F}")
      case .category(let name): Item.asciiLowercased(name)
      case .tags(let tags): tags.map(Item.asciiLowercased).sorted().joined(separator: "\u{1F}")
      }
    }

    /// The beginning of the SHA-256 of a text, as hexadecimal digits.
    ///
    /// - Parameter bytes: The number of bytes of the digest.
    static func digest(_ text: String, bytes: Int = 8) -> String {
      var (text, hash) = (text, SHA256())
      text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
      return hash.finalize().withUnsafeBytes {
        Hexadecimal.text(UnsafeRawBufferPointer(rebasing: $0[..<bytes]))
      }
    }
  }

  /// The name.
  var name = ""
  /// The values of fields but the name.
  var values: [ItemField: Value] = [:]
  /// The custom fields.
  var fields: [CustomField] = []
  /// The reference by which the row is found again.
  var reference = ""
  /// The reference of the item that it belongs to.
  var parentReference: String?
  /// Why values can't be read, each with the name of its column.
  var flaws: [(column: String?, reason: String)] = []
}

/// A row of a file, read by a mapping.
enum RowReading {
  case item(MappedRow)
  /// A row that is no item, and why.
  case leftOut(String)
}
