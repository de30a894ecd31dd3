/// The place of an item in an outline: the item around it, and its position among the children of that item.
///
/// ```swift
/// let cell = outlineView.dequeueReusableCell(TableViewCell.self)
/// cell.text = folders[location.parent]?[location.index] ?? ""
/// ```
nonisolated public struct OutlineLocation: Hashable, Sendable {
  /// The model identifier of the item around it; `nil` at the top.
  public let parent: String?

  /// Its position among the children, from 0.
  public let index: Int

  /// Makes a location.
  public init(parent: String?, index: Int) {
    (self.parent, self.index) = (parent, index)
  }
}
