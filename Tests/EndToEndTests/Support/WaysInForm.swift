/// Keys that lead from the name of an item to other fields of a form in which nothing is unfolded.
enum WaysInForm {
  /// To the heading of a group, counted from 0: after the five fields that lead.
  private static func toHeading(_ index: Int) -> String {
    String(repeating: "<Tab>", count: 5 + index)
  }

  /// To the heading of what it is worth.
  static let toWorth = toHeading(2)

  /// To the heading of whom it was sold to.
  static let toSold = toHeading(5)

  /// To the description, the first field of its group.
  static let toDescription = toHeading(0) + "<Enter><Tab>"

  /// To the notes, the last field of the same group.
  static let toNotes = toDescription + String(repeating: "<Tab>", count: 5)
}
