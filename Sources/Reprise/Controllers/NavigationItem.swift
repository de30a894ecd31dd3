/// What the navigation bar shows for a screen.
public final class NavigationItem {
  /// The name of the screen.
  public var title = "" {
    didSet { if title != oldValue { didChange() } }
  }

  /// A short text at the right end: a count, a sum.
  public var detail = "" {
    didSet { if detail != oldValue { didChange() } }
  }

  var didChange: () -> Void = {}
}
