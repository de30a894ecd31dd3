import Foundation
import Preservation
import Reprise

/// A few rows of a state's last screen, or the reason why there are none.
struct StatePreview {
  /// The most rows of a preview.
  static let height = 6

  /// Why there is no picture, in a few words.
  private(set) var absence: String?

  /// The user's activity in words, if the app recorded it.
  private(set) var activity: String?

  /// The most telling rows, cut at the right to fit.
  private(set) var frame = Frame(size: .zero)

  /// Loads the picture of a state.
  ///
  /// - Parameters:
  ///   - keys: The login's key: `nil` without one, a failure if it cannot be used.
  ///   - width: The columns available.
  ///   - describe: Describes an error.
  init(
    of state: StoredState, keys: Result<LoginKeyProvider?, any Error>, width: Int,
    describe: (any Error) -> String
  ) {
    do {
      guard let keys = try keys.get() else {
        absence = "it is encrypted, and its key is missing"
        return
      }
      // A damaged state is reported by `state verify`.
      let contents = try? state.file.contents(keys: keys)
      activity = contents.flatMap { StoredActivity(in: $0.records)?.title }
      guard let stored = try state.file.snapshot(keys: keys) else {
        absence = "the session ended without one"
        return
      }
      guard stored.isCurrent else {
        absence = state.isInUse ? "it is in use" : "the state has changed since"
        return
      }
      guard let snapshot = Snapshot(bytes: stored.bytes) else {
        absence = "another version saved it"
        return
      }
      frame = Self.rows(of: snapshot.frame, width: width)
    } catch {
      absence = describe(error)
    }
  }

  /// The first row that is not empty, and the rows around the cursor.
  static func rows(of picture: Frame, width: Int) -> Frame {
    let full = (0..<picture.size.height).filter { !picture.plainText(row: $0).isEmpty }
    let focus = full.lastIndex { $0 <= picture.cursor?.y ?? 0 } ?? 0
    // Center the cursor as far as there are rows.
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
