import Terminal

/// The dim outline of the last screen behind the passphrase prompt.
final class LockBackdrop: ViewController {
  private let outline: ScreenOutline

  /// Makes the screen; `nil` if the window has another size than the outline.
  init?(_ question: PassphraseViewController, over outline: ScreenOutline, in size: Size) {
    guard outline.size == size else { return nil }
    self.outline = outline
    super.init()
    question.modalPresentationStyle = .formSheet
    question.fitsContentSize = true
    question.isModalInPresentation = true
    present(question)
  }

  override func loadView() -> View { ScreenOutlineView(outline) }
}

/// Draws the bars of an outline, in a window of its size only.
private final class ScreenOutlineView: View {
  private let outline: ScreenOutline

  init(_ outline: ScreenOutline) {
    self.outline = outline
    super.init()
  }

  override func draw(_ canvas: Canvas) {
    guard let window, window.bounds.size == outline.size else { return }
    for bar in outline.bars where bar.minY < bounds.height {
      canvas.fill(bar, with: .shade, style: .disabled)
    }
  }
}

/// The delegate of the passphrase prompt, which saves nothing.
final class LockedDelegate: ApplicationDelegate {}
