import Foundation
import Preservation
import Reprise

/// What a list of states shows of the screen that a state was left with: a few rows, or why not.
nonisolated struct StatePreview {
  /// The most rows of a preview.
  static let height = 6

  /// Why there is no picture to show, in a few words.
  private(set) var absence: String?

  /// The rows that tell most, cut at the right where there is no room for more.
  private(set) var frame = Frame(size: .zero)

  /// Looks for the picture of a state.
  ///
  /// - Parameters:
  ///   - keys: What opens it: `nil` when this login has no key, or why its key cannot be used.
  ///   - width: The columns there are.
  init(of state: StoredState, keys: Result<LoginKeyProvider?, any Error>, width: Int) {
    do {
      guard let keys = try keys.get() else {
        absence = "it is sealed, and its key is not here"
        return
      }
      guard let stored = try state.file.snapshot(keys: keys) else {
        absence = "none was kept when the session was left"
        return
      }
      guard stored.isCurrent else {
        absence = state.isInUse ? "it is in use" : "the state has changed since it was taken"
        return
      }
      guard let snapshot = Snapshot(bytes: stored.bytes) else {
        absence = "another version took it"
        return
      }
      frame = Self.rows(of: snapshot.frame, width: width)
    } catch {
      absence = Console.describe(error).text
    }
  }

  /// The first row that is not empty, and those around the cursor.
  static func rows(of picture: Frame, width: Int) -> Frame {
    let full = (0..<picture.size.height).filter { !picture.plainText(row: $0).isEmpty }
    let focus = full.lastIndex { $0 <= picture.cursor?.y ?? 0 } ?? 0
    // As much above the cursor as below it, as far as there is something.
    let first = max(1, min(focus - (height - 1) / 2, full.count - (height - 1)))
    let chosen = full.prefix(1) + full.dropFirst(first).prefix(height - 1)
    let canvas = Canvas(size: Size(width: min(width, picture.size.width), height: chosen.count))
    for (y, row) in chosen.enumerated() {
      canvas.inside(Rect(x: 0, y: y, width: canvas.frame.size.width, height: 1)) { line in
        line.draw(picture, at: Point(x: 0, y: -row))
      }
    }
    return canvas.frame
  }
}
