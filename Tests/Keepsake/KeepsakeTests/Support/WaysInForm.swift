/// Keys that lead from the name of an item to other fields of a form in which nothing is unfolded.
nonisolated enum WaysInForm {
  /// The headings, in order: after the five fields that lead.
  private static let groups = 6

  private static func tabs(_ count: Int) -> String { String(repeating: "<Tab>", count: count) }

  /// To the heading of a group, counted from 0.
  private static func toHeading(_ index: Int) -> String { tabs(5 + index) }

  /// To the heading of what the item is.
  static let toWhat = toHeading(0)

  /// To the heading of what it is worth.
  static let toWorth = toHeading(2)

  /// To the heading of whom it was sold to.
  static let toSold = toHeading(5)

  /// To the description, the first field of its group.
  static let toDescription = toWhat + "<Enter><Tab>"

  /// To the notes, the last field of the same group.
  static let toNotes = toDescription + tabs(5)

  /// Unfolds every group, from the last one to the first, and leads back to the name.
  static let unfoldAll =
    toSold + "<Enter>" + String(repeating: "<Shift-Tab><Enter>", count: groups - 1)
    + String(repeating: "<Shift-Tab>", count: 5)
}
