import Foundation
import Inventory
import Reprise

/// Shows lines at the bottom of the window: notices, warnings, and the progress of background work.
final class NoticeCenter {
  private let host: ApplicationReference

  /// The data directory, whose path the lines leave out.
  private let directory: String

  /// The line about background work, while there is some.
  private var progressLine: ProgressLine?

  init(_ host: ApplicationReference, directory: String) {
    self.host = host
    self.directory = directory
  }

  private var window: Window? { host.application?.window }

  /// Shows a notice until the next key.
  func show(_ text: String, kind: NoticeKind = .information) {
    window?.show(notice: text, kind: kind)
  }

  /// Reports a failure; typing ahead doesn't remove the line unseen.
  func warn(_ text: String) { window?.show(problem: text) }

  /// Shows a warning that stays until it is cleared with `nil`.
  func showWarning(_ text: String?) { window?.warning = text }

  /// Withdraws the shown line if the condition holds for it.
  func withdraw(where isOver: (String) -> Bool) { window?.withdrawNotice(where: isOver) }

  /// Withdraws the line about some files unless it still applies.
  func withdraw(about files: [String], unless present: [String?]) {
    let names = files.compactMap { $0.split(separator: "/").last }
    withdraw { text in names.contains(where: text.hasPrefix) && !present.contains(text) }
  }

  /// Forgets all lines, also those in the list of notices.
  func forgetAll() { window?.forgetNotices() }

  /// Shows what runs in the background; `nil` when it has ended.
  func showProgress(_ text: String?) {
    if progressLine == nil, text != nil {
      progressLine = host.application.map(ProgressLine.init)
    }
    progressLine?.text = text
    // Its timer runs only while there is something to show.
    if text == nil { progressLine = nil }
  }

  // MARK: - Errors

  /// Runs something that may fail, and reports the failure.
  func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      warn(words(for: error))
      return nil
    }
  }

  /// The text of an error without the path of the data directory.
  func words(for error: any Error) -> String { brief("\(error)") }

  /// A line without the path of the data directory.
  func brief(_ line: String) -> String { line.replacing(directory + "/", with: "") }

  // MARK: - Width

  /// The width of the window, which a line must fit into.
  var width: Int { window?.frame.width ?? Window.usualMinimumSize.width }

  /// Cuts a name so that a line has some columns left for other words.
  func shortened(_ name: String, toLeave columns: Int) -> String {
    CellText(name).truncated(toWidth: max(8, width - columns)).string
  }

  /// A line that begins with the name of an item, cut so that the rest fits.
  func line(about item: Item, _ deed: String) -> String {
    // Leave room for two quotation marks and a column on either side.
    "“\(shortened(item.name, toLeave: CellText(deed).width + 4))”\(deed)"
  }
}

/// The line about background work.
///
/// After half a second a mark turns in front of it, to show that the work continues.
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
