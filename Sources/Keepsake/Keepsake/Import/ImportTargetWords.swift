import Inventory

/// How the meanings of columns are shown.
extension ImportTarget {
  /// The name of the meaning.
  var words: String {
    switch self {
    case .field(.parent): "Part of"
    case .field(let field): field.label
    case .custom(let name): "Custom field “\(name)”"
    case .identity: "ID in the file"
    case .currency: "Currency"
    case .ignored: "not imported"
    }
  }
}
