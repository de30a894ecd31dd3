/// Collects the views of a stack, a scroll view or a screen.
///
/// The closure runs once, when the container is made, and it makes objects: a view under an `if` stays
/// until it is removed, and keeps its state like any other. To show and hide a view later, keep a
/// reference to it and set ``View/isHidden``, which takes it out of the layout.
@resultBuilder public enum ViewBuilder {
  /// One view.
  public static func buildExpression(_ view: View) -> [View] { [view] }

  /// A view that may be missing.
  public static func buildExpression(_ view: View?) -> [View] { view.map { [$0] } ?? [] }

  /// Views that were made elsewhere.
  public static func buildExpression(_ views: [View]) -> [View] { views }

  /// One statement after the other.
  public static func buildBlock(_ views: [View]...) -> [View] { views.flatMap { $0 } }

  /// An `if` without `else`.
  public static func buildOptional(_ views: [View]?) -> [View] { views ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first views: [View]) -> [View] { views }

  /// Another branch of an `if` or `switch`.
  public static func buildEither(second views: [View]) -> [View] { views }

  /// A loop.
  public static func buildArray(_ views: [[View]]) -> [View] { views.flatMap { $0 } }

  /// A branch under `#available`.
  public static func buildLimitedAvailability(_ views: [View]) -> [View] { views }
}
