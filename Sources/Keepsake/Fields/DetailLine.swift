import Foundation
import Inventory

/// A line of the screen of an item: a label, what it says, and what a press does there.
nonisolated struct DetailLine: Equatable, Identifiable {
  /// What a press does.
  enum Target: Equatable {
    /// Fills the field in.
    case field(ItemField)
    /// Goes to the place.
    case place(UUID)
    /// Looks at what is attached.
    case attachment(UUID)
    /// A person gave the field its name; only the command line sets it.
    case custom
    /// Came with an import.
    case fixed
  }

  /// The same at every launch and for every item, whatever other lines there are.
  let id: String
  let label: String
  var text: String
  let target: Target
}

/// The lines of an item under their headings.
nonisolated struct DetailGroup: Equatable {
  /// Empty for the one that comes first.
  let heading: String
  var lines: [DetailLine]
}
