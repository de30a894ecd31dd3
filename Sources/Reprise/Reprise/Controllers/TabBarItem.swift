/// The entry of a screen in the tab bar.
public struct TabBarItem: Hashable, Sendable {
  /// The name in the tab bar.
  public var title: String
  /// Whether the tab has no place in the bar and no digit: there is nothing to see in it yet.
  ///
  /// Its screen is there nonetheless, so that it comes back with the others. A tab that is hidden while it
  /// is chosen stays on the screen until another one is.
  public var isHidden: Bool

  /// Makes an item.
  public init(title: String, isHidden: Bool = false) {
    self.title = title
    self.isHidden = isHidden
  }
}
