import Reprise

/// The line about work beside the interface.
///
/// After half a second a mark turns before it, so that a person sees that the work goes on.
final class ProgressLine {
  private let window: Window
  private var link: DisplayLink?
  private var mark = ""

  private static let marks = ["|", "/", "-", "\\"]

  /// The line; `nil` when the work is over.
  var text: String? {
    didSet { show() }
  }

  init(application: Application) {
    window = application.window
    let link = DisplayLink(for: window, framesPerSecond: 2) { [weak self] in self?.turn($0.frame) }
    self.link = link
    link.add(to: application)
  }

  isolated deinit { link?.invalidate() }

  private func turn(_ frame: Int) {
    mark = Self.marks[frame % Self.marks.count] + " "
    show()
  }

  private func show() { window.progress = text.map { mark + $0 } }
}
