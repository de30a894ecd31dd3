/// Keys that lead from an item's name to other fields of a form whose groups are collapsed.
enum WaysInForm {
  /// To the heading of a group, counted from 0, after the five leading fields.
  private static func toHeading(_ index: Int) -> String {
    String(repeating: "<Tab>", count: 5 + index)
  }

  /// To the heading of the value group.
  static let toWorth = toHeading(2)

  /// To the heading of the sale group.
  static let toSold = toHeading(6)

  /// To the description, the first field of its group.
  static let toDescription = toHeading(0) + "<Enter><Tab>"

  /// To the notes, the last field of the same group.
  static let toNotes = toDescription + String(repeating: "<Tab>", count: 5)
}
