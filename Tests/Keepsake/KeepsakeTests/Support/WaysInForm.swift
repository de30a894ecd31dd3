/// Keys from an item's name to other fields of a form whose groups are all folded.
nonisolated enum WaysInForm {
  /// The number of groups, whose headings follow the first five fields.
  private static let groups = 7

  private static func tabs(_ count: Int) -> String { String(repeating: "<Tab>", count: count) }

  /// To the heading of a group, counted from 0.
  private static func toHeading(_ index: Int) -> String { tabs(5 + index) }

  /// To the heading of the group “What”.
  static let toWhat = toHeading(0)

  /// To the heading of the group “Worth”.
  static let toWorth = toHeading(2)

  /// To the heading of the last group, about the sale.
  static let toSold = toHeading(6)

  /// To the description, the first field of its group.
  static let toDescription = toWhat + "<Enter><Tab>"

  /// To the notes, the last field of the same group that is always shown.
  static let toNotes = toDescription + tabs(5)

  /// Unfolds every group, from the last one to the first, and leads back to the name.
  static let unfoldAll =
    toSold + "<Enter>" + String(repeating: "<Shift-Tab><Enter>", count: groups - 1)
    + String(repeating: "<Shift-Tab>", count: 5)
}
