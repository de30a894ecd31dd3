import Foundation
import Sync
import Inventory
import Reprise
import RepriseTesting
import Testing

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
        var configuration = AppContext.Configuration(session: "main")
        // The program has one, so that its help lists the key.
        configuration.server = NoServer()
        let context = AppContext(
          store: try InventoryStore(directory: directory),
          drafts: try DraftStore(directory: directory),
          configuration)
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
  ///
  /// A remark of the kit fails the test, with `origin` in front of it.
  static func pictures(
    after events: [UserEvent], size: Size = Size(width: 80, height: 24), isEmpty: Bool = false,
    hasPhotos: Bool = false, origin: String = "the twin"
  ) throws -> [TerminalPicture] {
    let twin = try Twin(size: size, isEmpty: isEmpty, hasPhotos: hasPhotos)
    var pictures = [twin.picture.comparable]
    let problems = try twin.pilot.problems(provokedBy: {
      for event in events {
        guard try twin.perform(event) else { break }
        pictures.append(twin.picture.comparable.sharingRows(with: pictures[pictures.count - 1]))
      }
    })
    for problem in problems { Issue.record("\(origin): \(problem)") }
    return pictures
  }

  /// Performs an event; returns whether the walk continues.
  private func perform(_ event: UserEvent) throws -> Bool {
    if case .resize(let size) = event {
      try pilot.resize(to: size)
    } else {
      try pilot.send(event.terminalEvent)
    }
    return pilot.application.termination == nil && !asksForSecret
  }
}

/// A household's server that no one joins.
private nonisolated struct NoServer: SyncServer {
  func credentials() -> SyncCredentials? { nil }
  func logIn(_ login: String, password: String) {}
  func join(_ code: JoinCode, as member: String, isCancelled: () -> Bool) {}
  func connect(_ report: @escaping @Sendable (ConnectionEvent) -> Void) -> SyncConnection? { nil }
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

  /// The same picture, whose rows share memory with equal ones of another picture.
  fileprivate func sharingRows(with last: TerminalPicture) -> TerminalPicture {
    var picture = self
    for y in rows.indices where y < last.rows.count && rows[y] == last.rows[y] {
      picture.rows[y] = last.rows[y]
    }
    return picture
  }

  /// Words of screens that differ from run to run: the inspector, wherever it is scrolled to, and the path of an
  /// opened file.
  private static let varyingWords = [
    "Cannot open files", "/keepsake-",
    "Inspector", "r Refresh", "kill-safe: ", "power-safe: ", "restoration identifier",
    "TableView ",
    ": restored",
  ]

  /// The same without what differs from run to run: the inspector shows times and launches, and the line
  /// with the cursor may be out of sight.
  var comparable: TerminalPicture {
    var picture = visible
    let shown = text
    if shown.contains("History") { picture.removeTimesOfDay() }
    guard Self.varyingWords.contains(where: shown.contains) else { return picture }
    for y in picture.rows.indices.dropFirst() { picture.rows[y] = [] }
    picture.cursor = .zero
    picture.modes.remove(.cursorVisible)
    return picture
  }

  /// Replaces each time of day, as in `12:05`.
  private mutating func removeTimesOfDay() {
    for y in rows.indices where rows[y].count >= 5 {
      for x in 0...rows[y].count - 5 {
        let letters = rows[y][x..<x + 5].map(\.text)
        let isTime = letters.enumerated().allSatisfy { index, letter in
          index == 2 ? letter == ":" : letter.count == 1 && letter.allSatisfy(\.isNumber)
        }
        guard isTime else { continue }
        for index in x..<x + 5 { rows[y][index].text = "·" }
      }
    }
  }
}
