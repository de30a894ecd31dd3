import Inventory

extension FieldGroup {
  /// What the form calls the group.
  var label: String {
    switch self {
    case .what: "What"
    case .whereabouts: "Where"
    case .worth: "Worth"
    case .proof: "Proof"
    case .cover: "Cover"
    case .sold: "Sold"
    }
  }
}
