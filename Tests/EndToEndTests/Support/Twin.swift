import Foundation
import Sync
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The same app on the same inventory without a tty, which predicts the screen after each key.
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
    // The tests of the screens run these audits.
    pilot = try Pilot(size: size, audits: false) { device, state in
      do {
        var configuration = AppContext.Configuration(session: "main")
        // The program has a server, so its help lists the key.
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

  /// The screen that the current frame would produce.
  var picture: TerminalPicture { TerminalPicture(showing: pilot.frame) }

  /// Whether the program's screen can't be predicted: a household's code isn't restored after a kill, and the file
  /// browser begins in the home directory, which is another one.
  private var isUnpredictable: Bool {
    let front = pilot.application.window.frontController
    return front is JoinViewController || front is FileBrowserViewController
  }

  /// The latest line that reports a failure, if no other notice came after it.
  private var refusal: Notice? {
    pilot.application.window.notices.notices.first.flatMap { $0.kind == .error ? $0 : nil }
  }

  /// The screens before the first key and after each.
  static func pictures(
    after keys: [KeyPress], size: Size = Size(width: 80, height: 24), isEmpty: Bool = false
  ) throws -> [TerminalPicture] {
    try pictures(after: keys.map(UserEvent.key), size: size, isEmpty: isEmpty)
  }

  /// The screens before the first event and after each, until one can't be predicted; equal rows share memory.
  ///
  /// A remark of the kit fails the test, with `origin` as its prefix.
  static func pictures(
    after events: [UserEvent], size: Size = Size(width: 80, height: 24), isEmpty: Bool = false,
    hasPhotos: Bool = false, origin: String = "the twin"
  ) throws -> [TerminalPicture] {
    let twin = try Twin(size: size, isEmpty: isEmpty, hasPhotos: hasPhotos)
    return try twin.prediction(of: events, origin: origin).pictures
  }

  /// Predicts the screens of a walk.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - position: The number of events after which the program is killed, launched in the size of the walk's detour,
  ///     killed again and launched in its former size; `nil` for a walk without a kill.
  static func prediction(of walk: Walk, detourAfter position: Int? = nil) throws -> Prediction {
    let twin = try Twin(size: walk.size, hasPhotos: walk.hasPhotos)
    let detour = walk.detour.flatMap { size in position.map { ($0, size) } }
    return try twin.prediction(of: walk.events, detour: detour, origin: "seed \(walk.seed)")
  }

  private func prediction(
    of events: [UserEvent], detour: (position: Int, size: Size)? = nil, origin: String
  ) throws -> Prediction {
    var prediction = Prediction(start: picture.comparable)
    let problems = try pilot.problems(provokedBy: {
      for event in events {
        let last = refusal
        guard try perform(event) else { break }
        prediction.append(picture.comparable, refuses: refusal.map { $0 != last } ?? false)
        guard let detour, detour.position == prediction.count else { continue }
        let size = pilot.frame.size
        try pilot.restartAndRestore(size: detour.size)
        try pilot.restartAndRestore(size: size)
        prediction.replaceLast(with: picture.comparable)
      }
    })
    for problem in problems { Issue.record("\(origin): \(problem)") }
    return prediction
  }

  /// Performs an event; returns whether the walk continues.
  private func perform(_ event: UserEvent) throws -> Bool {
    if case .resize(let size) = event {
      try pilot.resize(to: size)
    } else {
      try pilot.send(event.terminalEvent)
    }
    return pilot.application.termination == nil && !isUnpredictable
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
  /// The modes that the app always switches on.
  static let appModes: Modes = [.alternateScreen, .bracketedPaste, .focusReports, .mouseReports]

  /// The screen that a frame should produce, as far as libvterm reports it, which excludes faint text.
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

  /// The visible part of a picture, without the position of a hidden cursor and the mode of the cursor keys.
  var visible: TerminalPicture {
    var picture = self
    if !modes.contains(.cursorVisible) { picture.cursor = .zero }
    picture.modes.remove(.applicationCursorKeys)
    return picture
  }

  /// The same picture, whose rows share memory with equal ones of another picture.
  func sharingRows(with last: TerminalPicture) -> TerminalPicture {
    var picture = self
    for y in rows.indices where y < last.rows.count && rows[y] == last.rows[y] {
      picture.rows[y] = last.rows[y]
    }
    return picture
  }

  /// Words of screens that differ from run to run: the inspector, at any scroll position, and the path of an opened
  /// file.
  private static let varyingWords = [
    "Nothing here opens files", "/keepsake-",
    "Inspector", "r Refresh", "kill-safe: ", "power-safe: ", "restoration identifier",
    "TableView ",
    ": restored",
  ]

  /// The picture without parts that differ from run to run: the inspector shows times and launches, and the line with
  /// the cursor may be out of view.
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

  /// Replaces each time of day, such as `12:05`.
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
