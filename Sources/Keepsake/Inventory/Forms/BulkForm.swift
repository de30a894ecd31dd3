import Foundation

/// The form of several items: a field without an entry leaves its values unchanged.
///
/// The text ``clearing`` empties a field. A choice of none does the same.
public struct BulkForm: Sendable {
  /// The text that empties a field.
  public static let clearing = "-"

  /// The fields, in the order of the form: those that several items can share.
  public static let fields: [ItemField] = [
    .place, .category, .manufacturer, .modelNumber, .condition, .purchaseDate, .purchaseFrom,
    .orderReference, .purchasePrice, .replacementValue, .replacementDate, .insured,
    .lifetimeWarranty, .warrantyUntil, .warrantyDetails, .description, .notes,
  ]

  /// The rules for parsing the texts.
  public var reading: FieldReading {
    get { form.reading }
    set { form.reading = newValue }
  }

  /// A form of an item without values, which parses the texts.
  private var form: ItemForm
  private var choices: [ItemField: UUID?] = [:]

  /// An empty form.
  public init(currency: Currency) {
    form = ItemForm(item: Item(name: ""), currency: currency)
    for field in Self.fields { form.fields[field] = field.isChoice ? nil : "" }
  }

  /// The text of a field; empty if its values stay.
  public subscript(field: ItemField) -> String {
    get { form.fields[field] ?? "" }
    set { form.fields[field] = newValue }
  }

  /// The choice of a field: `nil` if its values stay, `.some(nil)` for none.
  public subscript(choice field: ItemField) -> UUID?? {
    get { choices[field] }
    set { choices[field] = newValue }
  }

  /// All entries, to be stored.
  public var entries: DraftFields {
    get {
      var entries = DraftFields()
      for field in Self.fields {
        if field.isChoice {
          entries[choice: field] = choices[field]
        } else if !self[field].isEmpty {
          entries[field] = self[field]
        }
      }
      return entries
    }
    set {
      for field in Self.fields {
        if field.isChoice {
          choices[field] = newValue[choice: field]
        } else {
          self[field] = newValue[field] ?? ""
        }
      }
    }
  }

  /// Whether a field will be emptied.
  public func clears(_ field: ItemField) -> Bool {
    field.isChoice
      ? choices[field] == .some(nil) : self[field].trimmedOfBlanks == Self.clearing
  }

  /// Whether a field has an entry, so that its values change.
  public func changes(_ field: ItemField) -> Bool {
    field.isChoice ? choices[field] != nil : !self[field].trimmedOfBlanks.isEmpty
  }

  /// How a text is understood; `nil` if that is obvious.
  public func understood(_ field: ItemField) -> String? {
    clears(field) ? nil : form.understood(field)
  }

  /// Whether a date of the past is in the future.
  public func isToCome(_ field: ItemField) -> Bool { form.isToCome(field) }

  /// Replaces a date in words by its day: `today` means another one tomorrow.
  public mutating func settleDate(_ field: ItemField) { form.settleDate(field) }

  /// The error of a field.
  ///
  /// - Parameter isLeft: Whether the user has left the field; see ``ItemForm/problem(in:isLeft:)``.
  public func problem(in field: ItemField, isLeft: Bool) -> FieldError? {
    clears(field) ? nil : form.problem(in: field, isLeft: isLeft)
  }

  /// The changes to make, or all errors in the order of the form.
  public enum Outcome: Hashable, Sendable {
    /// The changes.
    case valid(FieldChanges)
    /// The errors.
    case invalid([FieldError])
  }

  /// Parses the texts.
  public func validated() -> Outcome {
    var values: [ItemField: ColumnValue] = [:]
    var errors: [FieldError] = []
    for field in Self.fields where changes(field) {
      let kind = field.definition.kind
      if clears(field) {
        values[field] = kind.blank
      } else if field.isChoice {
        values[field] = (choices[field] ?? nil).map(ColumnValue.uuid) ?? .null
      } else if let problem = problem(in: field, isLeft: true) {
        errors.append(problem)
      } else {
        do {
          values[field] = try kind.parse(self[field], form.reading(of: field))
        } catch {
          errors.append(FieldError(field: field, reason: error))
        }
      }
    }
    return errors.isEmpty ? .valid(FieldChanges(values: values)) : .invalid(errors)
  }
}

/// New values for fields of several items.
public struct FieldChanges: Hashable, Sendable {
  let values: [ItemField: ColumnValue]

  /// Whether they change nothing.
  public var isEmpty: Bool { values.isEmpty }

  /// Sets the fields of an item.
  ///
  /// - Parameter time: The time to store for a yes.
  func apply(to item: inout Item, at time: Timestamp) {
    for (field, value) in values { field.definition.put(value, in: &item, at: time) }
  }
}
