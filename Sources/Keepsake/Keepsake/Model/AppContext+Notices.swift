import Foundation
import Inventory
import Reprise

/// What the line at the bottom says.
extension AppContext {
  func notice(_ text: String) {
    application?.window.show(notice: text)
  }

  /// Reports a failure; typing ahead does not remove the line unseen.
  func problem(_ text: String) {
    application?.window.show(problem: text)
  }

  /// Takes back the line about files, unless it is one of those that still hold.
  func withdrawNotice(of files: [String], unless present: [String?]) {
    let names = files.compactMap { $0.split(separator: "/").last }
    application?.window.withdrawNotice { text in
      names.contains(where: text.hasPrefix) && !present.contains(text)
    }
  }

  /// Says what goes on beside the interface; `nil` when it is over.
  func progress(_ text: String?) {
    if progressLine == nil, text != nil { progressLine = application.map(ProgressLine.init) }
    progressLine?.text = text
    // It turns only while there is something to say.
    if text == nil { progressLine = nil }
  }

  /// Runs something that may fail, and reports the failure.
  func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      problem(words(for: error))
      return nil
    }
  }

  /// The text of an error without the path of the data directory.
  func words(for error: any Error) -> String { brief("\(error)") }

  /// A line without the path of the data directory.
  func brief(_ line: String) -> String { line.replacing(store.database.directory + "/", with: "") }
}
