/// How a presented screen looks as a sheet.
///
/// ```swift
/// let log = ViewController()
/// log.sheetPresentationController.detent = .medium
/// log.sheetPresentationController.dimsBackground = false
/// ```
///
/// Every ``ViewController`` has one; in a stack of screens that of the top screen counts. It isn't part of the saved state:
/// set it where you make the screen, so a restored one looks the same.
///
/// The title in the frame is the ``ViewController/title`` of the screen. ``ViewController/preferredContentSize`` gives a
/// sheet an exact size, and ``ViewController/isModalInPresentation`` keeps Esc from closing it.
///
/// - SeeAlso: UIKit's `UISheetPresentationController`
public final class SheetPresentationController {
  /// The height at which a sheet rests.
  public nonisolated enum Detent: Hashable, Sendable {
    /// The height of the content, limited by the window and ``SheetPresentationController/maximumSize``.
    case content
    /// Half of the window.
    case medium
    /// As much of the window as ``SheetPresentationController/maximumSize`` allows.
    case large
  }

  /// The height at which the sheet rests; of no effect with a ``ViewController/preferredContentSize``.
  public var detent = Detent.content {
    didSet { if detent != oldValue { setNeedsLayout() } }
  }

  /// The largest size without a ``ViewController/preferredContentSize``, in cells and with the frame.
  public var maximumSize = Size(width: 84, height: 30) {
    didSet { if maximumSize != oldValue { setNeedsLayout() } }
  }

  /// Whether everything behind the sheet is drawn in one quiet role, so that no word competes.
  ///
  /// Behind a sheet that belongs to what is below it, the screen can stay as it is.
  public var dimsBackground = true {
    didSet { if dimsBackground != oldValue { setNeedsLayout() } }
  }

  private unowned let screen: ViewController

  init(of screen: ViewController) { self.screen = screen }

  private func setNeedsLayout() { screen.host?.setNeedsLayout() }
}
