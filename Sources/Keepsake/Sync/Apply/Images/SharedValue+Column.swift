import Inventory

extension SharedValue {
  /// The value of a column.
  init(_ value: ColumnValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .text(text)
      case .uuid(let uuid): .text(SharedKey.text(uuid))
      }
  }

  init(_ number: Int64?) { self = number.map(SharedValue.integer) ?? .null }

  init(_ text: String?) { self = text.map(SharedValue.text) ?? .null }

  /// The value for a column that refers to nothing.
  var column: ColumnValue {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    }
  }

  /// Whether it is the title of a sealed file, or the notes of a sealed place.
  var isSealed: Bool {
    guard let text else { return false }
    return text.hasPrefix(Attachment.sealedPrefix) || text.hasPrefix(Place.sealedPrefix)
  }

  var integer: Int64? { column.integer }
  var text: String? { column.text }
}

/// The values of a row by column; what is missing is null.
typealias RowImage = [String: SharedValue]

extension RowImage {
  /// The image without what says nothing.
  var meaningful: RowImage { filter { $0.value != .null } }
}
