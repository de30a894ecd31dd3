/// A screen's own way back: what a stack does for it instead of popping it (UIKit's `backAction`).
///
/// ```swift
/// navigationItem.backAction = BackAction("Rooms") { [weak self] in self?.leave() }
/// ```
///
/// The bar names it, and the keys of the way back and a click on the bar perform it. It is not kept: a screen
/// sets it anew when it is restored.
public struct BackAction {
  /// Where it leads, as the bar says it.
  public let title: String

  let perform: () -> Void

  /// Makes a way back.
  ///
  /// - Parameters:
  ///   - title: Where it leads, as the bar says it.
  ///   - perform: What it does.
  public init(_ title: String, perform: @escaping () -> Void) {
    self.title = title
    self.perform = perform
  }
}
