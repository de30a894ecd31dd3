import Terminal

/// The list of a file browser, and next to it a preview in a window that is wide enough for both.
final class BrowserPanes: View {
  private let list: View
  private let preview: View

  /// The fewest columns with room for a preview.
  private static let roomForPreview = 72

  init(_ list: View, preview: View) {
    self.list = list
    self.preview = preview
    super.init()
    addSubview(list)
    addSubview(preview)
  }

  override var naturalLength: Length { .fill(1) }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    preview.isHidden = size.width < Self.roomForPreview
    let width = preview.isHidden ? 0 : min(size.width * 2 / 5, 80)
    list.frame = Rect(x: 0, y: 0, width: size.width - width, height: size.height)
    preview.frame = Rect(
      x: size.width - width + 1, y: 0, width: max(0, width - 2), height: max(0, size.height - 1))
  }
}
