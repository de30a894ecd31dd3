/// The entry of a screen in the tab bar.
public struct TabBarItem: Hashable, Sendable {
  /// The name in the tab bar.
  public var title: String

  /// Makes an item.
  public init(title: String) {
    self.title = title
  }
}
