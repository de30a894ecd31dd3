import Foundation
import Inventory

/// A line of the item's screen: a label, a text, and what Enter does there.
nonisolated struct DetailLine: Equatable, Identifiable {
  /// What Enter does.
  enum Target: Equatable {
    /// Edits the field.
    case field(ItemField)
    /// Opens the place.
    case place(UUID)
    /// Shows the attachment.
    case attachment(UUID)
    /// Nothing: a custom field, which only the command line sets.
    case custom
    /// Nothing: the value came with an import.
    case fixed
    /// Decides for what is shown, after a question: no form has the value.
    case undecided
  }

  /// Identifies the line across launches and items, whatever other lines there are.
  let id: String
  let label: String
  var text: String
  let target: Target
}

/// Lines of the item's screen under one heading.
nonisolated struct DetailGroup: Equatable {
  /// The heading; empty for the first group.
  let heading: String
  var lines: [DetailLine]
}
