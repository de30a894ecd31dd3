import Foundation
import Preservation
import Reprise

/// A screen that counts letters, and crashes at given moments.
///
/// Moments are called `NAME init`, `NAME viewDidLoad`, `NAME decode`, `NAME finished`, `NAME draw`, `NAME key` and
/// `NAME late`, which is after three seconds. Migrating a page to a newer schema is the moment `migrate LETTERS`,
/// with the number of letters that it had counted.
final class Page: ViewController, ViewControllerRestoration {
  private let name: String
  private let traps: Traps
  private var letters = 0

  init(name: String, traps: Traps) {
    self.name = name
    self.traps = traps
    super.init()
    traps.spring(at: "\(name) init")
    restorationIdentifier = name
    restorationClass = Self.self
    title = name
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    coder.environment[Traps.self].map { Page(name: path.last ?? "", traps: $0) }
  }

  /// Migrates a page to the second schema, which has the same values.
  static func migrate(_ state: SavedState, _ traps: Traps) {
    if case .int(let letters)? = state["letters"] { traps.spring(at: "migrate \(letters)") }
  }

  override func loadView() -> View {
    PageView { [weak self] in
      guard let self else { return "" }
      traps.spring(at: "\(name) draw")
      return "page \(name), letters \(letters)\(traps.counts.text)"
    }
  }

  override func viewDidLoad() {
    traps.spring(at: "\(name) viewDidLoad")
  }

  override func viewDidAppear() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 3) { [traps, name] in
      MainActor.assumeIsolated { traps.spring(at: "\(name) late") }
    }
  }

  override func applicationFinishedRestoringState() {
    traps.spring(at: "\(name) finished")
  }

  override func pressBegan(_ press: KeyPress) -> Bool {
    traps.spring(at: "\(name) key")
    if ["d", "N", "o", "t"].contains(where: { press == .character($0) }) { return false }
    if press == .character("n") {
      navigationController?.push(Page(name: "deep", traps: traps))
    } else {
      countLetter()
    }
    return true
  }

  func springTrap(at moment: String) { traps.spring(at: moment) }

  func countLetter() {
    letters += 1
    setNeedsPreservation()
    view.setNeedsDisplay()
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(letters, forKey: "letters")
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    traps.spring(at: "\(name) decode")
    letters = coder.decodeInt(forKey: "letters") ?? 0
  }
}

/// A line of text that is computed when drawn.
final class PageView: View {
  private let text: () -> String

  init(text: @escaping () -> String) {
    self.text = text
    super.init()
  }

  override func draw(_ canvas: Canvas) {
    canvas.draw(text(), at: .zero)
  }
}
