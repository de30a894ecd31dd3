import Inventory

/// Describes an attachment in lists and on screens.
nonisolated enum AttachmentWords {
  /// One line: `photo · teapot.jpg · 4000 × 3000 · 2.1 MB`.
  static func line(_ attachment: Attachment, _ condition: AttachmentCondition) -> String {
    var parts = [attachment.kind.word, attachment.name]
    if let width = attachment.width, let height = attachment.height {
      parts.append("\(width) × \(height)")
    }
    parts.append(Figures.bytes(Int(clamping: attachment.bytes)))
    if !condition.words.isEmpty { parts.append(condition.words.uppercased()) }
    return parts.joined(separator: " · ")
  }

  /// The line on the item's screen.
  @MainActor static func line(
    ofItem attachment: Attachment, _ condition: AttachmentCondition
  ) -> DetailLine {
    DetailLine(
      id: attachment.uuid.uuidString, label: attachment.kind.word.capitalizedFirst,
      text: detail(attachment, condition), target: .attachment(attachment.uuid))
  }

  /// What the item's screen says of an attachment after its kind.
  static func detail(_ attachment: Attachment, _ condition: AttachmentCondition) -> String {
    let words = condition.words
    return attachment.name + (words.isEmpty ? "" : " — \(words)")
  }
}
