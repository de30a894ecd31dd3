import Foundation

/// The form of an item as texts.
///
/// Opening fills it from the item and applies the draft; saving parses it into an item, or reports the
/// errors.
public struct ItemForm: Hashable, Sendable {
  /// The item when the form was opened.
  public private(set) var item: Item
  /// The currency of prices.
  public let currency: Currency
  /// The rules for parsing the texts.
  public var reading: FieldReading
  /// The content of the form.
  public var fields: DraftFields
  /// The item's values, which the form showed before anything was typed.
  public let shown: DraftFields
  /// The revision of the item on which the fields in `unclear` are based.
  public internal(set) var baseRev: Int64
  /// The fields of an older draft whose former values are unknown while the item has changed.
  var unclear: Set<String> = []

  /// A form for an item.
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

  /// A form for a draft; fields that the draft lacks come from the item.
  ///
  /// - Parameter baseRev: The revision on which the draft is based; `nil` for that of the item.
  public init(item: Item, draft: DraftFields, baseRev: Int64? = nil, currency: Currency) {
    self.init(item: item, currency: currency)
    fields.texts.merge(draft.texts) { $1 }
    fields.choices.merge(draft.choices) { $1 }
    fields.was = draft.was
    noteUnclear(since: baseRev ?? item.rev)
  }

  /// Makes a new item private, or open again, before it is saved.
  public mutating func setPrivate(_ isPrivate: Bool) { item.isPrivate = isPrivate }

  /// Whether a draft does not differ from this form.
  public func isUnchanged(by draft: DraftFields) -> Bool {
    draft.texts.allSatisfy { fields.texts[$0.key] == $0.value }
      && draft.choices.allSatisfy { fields.choices[$0.key] == .some($0.value) }
  }
}
