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

  /// Shorter forms of ``detail``, longest first, for a bar that has no room for it beside the title.
  ///
  /// With them no text is cut: where not even the last one has room, the bar shows the title alone.
  public var shorterDetails: [String] = [] {
    didSet { if shorterDetails != oldValue { didChange() } }
  }

  /// The way back, where it is not to the screen below on the stack.
  public var backAction: BackAction? {
    didSet { didChange() }
  }

  var didChange: () -> Void = {}
}
