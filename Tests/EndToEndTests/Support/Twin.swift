import Foundation
import Inventory
import Reprise
import RepriseTesting

@testable import Keepsake

/// The same app on the same inventory without a tty: shows what ought to be on the glass after each
/// key.
@MainActor final class Twin {
  private let directory: String
  private let pilot: Pilot

  /// Launches the app on a copy of the sample home, or on an empty one.
  init(
    size: Size = Size(width: 80, height: 24), isEmpty: Bool = false, hasPhotos: Bool = false
  ) throws {
    let directory = NSTemporaryDirectory() + "keepsake-twin-\(UUID().uuidString)"
    self.directory = directory
    if !isEmpty { try Home.copySample(to: directory, hasPhotos: hasPhotos) }
    // What audits would find, they find in the tests of the screens.
    pilot = try Pilot(size: size, audits: false) { device, state in
      do {
        let context = AppContext(
          store: try InventoryStore(directory: directory),
          drafts: try DraftStore(directory: directory), session: "main", isDemo: false)
        // The program has it, so that its help lists the key.
        context.household.tryJoin = { _, _, _ in }
        return try Screens.makeApplication(
          context: context, device: device, state: state, version: "test")
      } catch {
        preconditionFailure("the twin cannot be launched: \(error)")
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// What the frame on the glass would look like.
  var picture: TerminalPicture { TerminalPicture(showing: pilot.frame) }

  /// Whether the code of a household is asked for: no kill brings back what was typed of it.
  private var asksForSecret: Bool {
    pilot.application.window.frontController is JoinViewController
  }

  /// The pictures before the first key and after each.
  static func pictures(
    after keys: [KeyPress], size: Size = Size(width: 80, height: 24), isEmpty: Bool = false
  ) throws -> [TerminalPicture] {
    try pictures(after: keys.map(UserEvent.key), size: size, isEmpty: isEmpty)
  }

  /// The pictures before the first event and after each, up to one that quits or that asks for a secret; rows that stay
  /// the same share memory.
  static func pictures(
    after events: [UserEvent], size: Size = Size(width: 80, height: 24), isEmpty: Bool = false,
    hasPhotos: Bool = false
  ) throws -> [TerminalPicture] {
    let twin = try Twin(size: size, isEmpty: isEmpty, hasPhotos: hasPhotos)
    var pictures = [twin.picture.comparable]
    for event in events {
      if case .resize(let size) = event {
        try twin.pilot.resize(to: size)
      } else {
        try twin.pilot.send(event.terminalEvent)
      }
      guard twin.pilot.application.termination == nil, !twin.asksForSecret else { break }
      var picture = twin.picture.comparable
      let last = pictures[pictures.count - 1]
      for y in picture.rows.indices
      where y < last.rows.count && picture.rows[y] == last.rows[y] {
        picture.rows[y] = last.rows[y]
      }
      pictures.append(picture)
    }
    return pictures
  }
}

extension TerminalPicture {
  /// The modes that the app switches on, whatever it shows.
  static let appModes: Modes = [.alternateScreen, .bracketedPaste, .focusReports, .mouseReports]

  /// The picture that a frame should make, as far as libvterm tells: not the faint letters.
  init(showing frame: Frame) {
    let rows = (0..<frame.size.height).map { y in
      frame.row(y).map { cell in
        var style = cell.style
        style.attributes.remove(.dim)
        return Cell(text: cell.glyph.string, style: style)
      }
    }
    let modes: Modes = frame.cursor == nil ? [] : .cursorVisible
    self.init(
      size: frame.size, rows: rows, cursor: frame.cursor ?? .zero,
      modes: modes.union(Self.appModes))
  }

  /// The picture as a person sees it: where a hidden cursor stands makes no difference, nor how
  /// cursor keys are sent.
  var visible: TerminalPicture {
    var picture = self
    if !modes.contains(.cursorVisible) { picture.cursor = .zero }
    picture.modes.remove(.applicationCursorKeys)
    return picture
  }

  /// Words of screens that differ from run to run: the inspector, wherever it is scrolled to, and the path of an
  /// opened file.
  private static let varyingWords = [
    "Nothing here opens files",
    "Inspector", "r Look again", "kill-safe: ", "power-safe: ", "restoration identifier",
    "TableView ",
    ": restored",
  ]

  /// The same without what differs from run to run: the inspector shows times and launches, and the line
  /// with the cursor may be out of sight.
  var comparable: TerminalPicture {
    var picture = visible
    let shown = text
    guard Self.varyingWords.contains(where: shown.contains) else { return picture }
    for y in picture.rows.indices.dropFirst() { picture.rows[y] = [] }
    picture.cursor = .zero
    picture.modes.remove(.cursorVisible)
    return picture
  }
}
