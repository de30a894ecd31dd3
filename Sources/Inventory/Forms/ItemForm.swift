import Foundation

/// The item form as texts: what it shows for an item, and what is typed into it.
///
/// Opening makes one from the item and lays the draft over it; saving turns it into an item again
/// or says which fields are wrong.
public struct ItemForm: Hashable, Sendable {
  /// The item as it was when the form was opened.
  public let item: Item
  /// What prices are counted in.
  public let currency: Currency
  /// By which rules the texts are read.
  public var reading: FieldReading
  /// What stands in the form.
  public var fields: DraftFields
  /// What the form showed before anything was typed: what the item says.
  public let shown: DraftFields
  /// The revision of the item that the fields in `unclear` were typed against.
  public internal(set) var baseRev: Int64
  /// The fields of an older draft that does not say what an item that has changed said before.
  var unclear: Set<String> = []

  /// The form that shows an item.
  public init(item: Item, currency: Currency) {
    self.item = item
    self.currency = currency
    reading = FieldReading(currency: currency)
    baseRev = item.rev
    var fields = DraftFields()
    for field in ItemField.inForm {
      let definition = field.definition
      if definition.kind == .choice {
        fields[choice: field] = .some(definition.value(of: item).uuid)
      } else {
        fields[field] = definition.text(of: item, currency: currency)
      }
    }
    self.fields = fields
    shown = fields
  }

  /// The form that shows a draft; what the draft does not hold comes from the item.
  ///
  /// - Parameter baseRev: The revision of the item that the draft goes with; nil: this one.
  public init(item: Item, draft: DraftFields, baseRev: Int64? = nil, currency: Currency) {
    self.init(item: item, currency: currency)
    fields.texts.merge(draft.texts) { $1 }
    fields.choices.merge(draft.choices) { $1 }
    fields.was = draft.was
    noteUnclear(since: baseRev ?? item.rev)
  }

  /// Whether a draft holds nothing but what this form shows.
  public func isUnchanged(by draft: DraftFields) -> Bool {
    draft.texts.allSatisfy { fields.texts[$0.key] == $0.value }
      && draft.choices.allSatisfy { fields.choices[$0.key] == .some($0.value) }
  }
}
