/// A group of fields, which the form shows under one heading.
///
/// Each row of the ``FieldCatalogue`` names the group of its field. The raw value is the key in the saved
/// state: never change one.
public enum FieldGroup: String, CaseIterable, Sendable {
  /// What it is.
  case what
  /// Where it is, and where it came from.
  case whereabouts = "where"
  /// What it is worth.
  case worth
  /// What tells it from others, and shows that somebody has it.
  case proof
  /// What it is insured and warranted for.
  case cover
  /// How it was sold.
  case sold

  /// The fields of the group, in the form's order, without the leading ones.
  public var fields: [ItemField] { Self.grouped[self] ?? [] }

  private static let grouped = Dictionary(
    grouping: ItemField.inForm.filter { !ItemField.leading.contains($0) }, by: \.group)
}
