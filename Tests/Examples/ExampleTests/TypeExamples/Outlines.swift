import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct OutlineExamples {
  /// Folders in folders, each known by its name.
  final class FolderList: ViewController, OutlineViewDataSource {
    private let outline = OutlineView().named("folders")

    override func loadView() -> View { outline }

    override func viewDidLoad() { outline.outlineDataSource = self }

    private let folders: [String?: [String]] = [
      nil: ["Documents", "Music"], "Music": ["Jazz", "Rock"], "Jazz": ["Live"],
    ]

    func outlineView(
      _ outlineView: OutlineView, numberOfChildrenOfItem identifier: String?
    ) -> Int {
      folders[identifier]?.count ?? 0
    }

    func outlineView(
      _ outlineView: OutlineView, child index: Int, ofItem identifier: String?
    ) -> String? {
      folders[identifier]?[index]
    }

    func outlineView(_ outlineView: OutlineView, parentOfItem identifier: String) -> String? {
      folders.first { $0.value.contains(identifier) }?.key
    }

    func outlineView(
      _ outlineView: OutlineView, cellForItemAt location: OutlineLocation
    ) -> TableViewCell {
      let cell = outlineView.dequeueReusableCell(TableViewCell.self)
      cell.text = folders[location.parent]?[location.index] ?? ""
      return cell
    }
  }

  @Test func foldersAreExpandedInPlace() throws {
    let pilot = try Pilot.showing { FolderList() }
    try pilot.press(KeyPress(.down), KeyPress(.right))
    #expect(pilot.screen.contains("▾ Music\n   ▸ Jazz\n     Rock"))
  }

  /// A row that draws itself.
  final class FolderCell: TableViewCell {
    override func draw(_ canvas: Canvas) {
      drawDisclosure(on: canvas)
      canvas.draw(text, at: Point(x: 1 + indentation, y: 0), style: rowStyle)
    }
  }

  @Test func aCellOutsideOfAnOutlineIsNotIndented() {
    #expect(FolderCell().indentation == 0)
  }
}
