import Inventory

extension InventorySetting {
  /// The settings in the order of the form.
  static let inForm: [InventorySetting] = [
    .owner, .address, .insurer, .policy, .renewal, .contentsLimit, .deductible, .currency,
  ]

  /// The label on screens.
  var label: String {
    switch self {
    case .owner: "Name"
    case .address: "Address"
    case .insurer: "Insurer"
    case .policy: "Policy"
    case .renewal: "Renewal"
    case .contentsLimit: "Contents limit"
    case .deductible: "Deductible"
    case .currency: "Currency"
    case .pictureGraphics: "Pictures as graphics"
    }
  }

  /// The placeholder of an empty field.
  var placeholder: String {
    switch self {
    case .owner: "whose things they are"
    case .address: "where they are"
    case .insurer: "who insures them"
    case .policy: "its number"
    case .renewal: "2027-01-31, or +1y"
    case .contentsLimit: "what all contents are insured for"
    case .deductible: "what you pay yourself"
    case .currency: "EUR"
    case .pictureGraphics: ""
    }
  }
}
