import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct SurfaceExamples {
  @Test func surfaceHasATitleAndACount() throws {
    let list = Label("Kitchen")
    let rooms = Surface(level: .raised, title: "Rooms", detail: "3 of 12") { list }
    #expect(rooms.title == "Rooms")
  }

  @Test func popupIsAsLargeAsItsContent() {
    let view = View(frame: Rect(x: 0, y: 0, width: 40, height: 10))
    let popup = Popup(title: "Marks", content: Label("3 items"))
    view.addSubview(popup)
    popup.frame = popup.frame(in: view.bounds)
    #expect(popup.frame == Rect(x: 0, y: 7, width: 11, height: 3))
  }

  @Test func sheetLeavesItsBackgroundAsItIs() {
    let log = ViewController()
    log.sheetPresentationController.detent = .medium
    log.sheetPresentationController.dimsBackground = false
    let presentation: SheetPresentationController = log.sheetPresentationController
    #expect(presentation.detent == .medium && !presentation.dimsBackground)
  }

  /// Compiled only: there is no window in a test.
  private func showHints(of window: Window) -> KeyHints {
    let hints = KeyHints()
    hints.show(window.availableKeyCommands.filter(\.isHinted))
    return hints
  }

  final class ItemList: ViewController {
    var hasSelection = false
    private(set) var archived = 0

    private func archive() { archived += 1 }

    override var actions: [Action] {
      [
        Action("list.archive", "Archive", "s a", for: self, enabled: { $0.hasSelection }) {
          $0.archive()
        }
        .unavailable("select an item")
      ]
    }
  }

  @Test func unavailableActionHasAReason() {
    #expect(ItemList().actions.first?.unavailableReason == "select an item")
  }

  /// Compiled only: there is no terminal in a test.
  private func useApplication(_ application: Application, note: Label, notices: Window) {
    application.theme = Theme(.dark, changing: [.accent: Style(foreground: .palette(213))])
    if !application.copy(note.text) { notices.show(problem: "Too long to copy") }
    Palette.show(in: application)
  }

  /// Compiled only: there are no preferences in a test.
  private func useTheme(_ application: Application, _ preferences: inout Preferences) {
    application.preferredTheme = preferences.theme(former: application.preferredTheme)
  }

  @Test func themeFileThatIsMissingIsNoTheme() {
    #expect(ThemeFile(path: "/nowhere/dusk.toml") == nil)
  }
}
