/// What a tab is called.
public struct TabBarItem: Hashable, Sendable {
  /// The name in the tab bar.
  public var title: String

  /// Makes an item.
  public init(title: String) {
    self.title = title
  }
}
