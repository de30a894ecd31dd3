import Foundation
import Reprise
import RepriseTesting
import Testing

/// Rows that the user moves in editing mode, with keys and with the mouse.
@Suite struct RowMovingTests {
  private func movable(_ screen: ThingsScreen) {
    screen.canMove = { _ in true }
    screen.table.isEditing = true
  }

  private func selected(_ pilot: Pilot) -> Int? { pilot.table?.indexPathForSelectedRow?.row }

  /// The column of the grips in a window of 40 columns whose rows all fit.
  private let grip = 38

  @Test func keysMoveTheSelectedRowAndTheSelectionGoesWithIt() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, movable)
    try pilot.press(script: "J")
    #expect(things.names == ["b", "a", "c", "d"])
    #expect(selected(pilot) == 1)
    try pilot.press(script: "<Shift-Down>")
    #expect(things.names == ["b", "c", "a", "d"])
    try pilot.press(script: "K<Shift-Up>")
    #expect(things.names == ["a", "b", "c", "d"])
    #expect(selected(pilot) == 0)
    #expect(pilot.rows.split(separator: "\n").first?.hasPrefix(" a") == true)
  }

  @Test func theOrderIsDataAndTheSelectionIsRestored() throws {
    for namesThings in [true, false] {
      let things = Things((0..<30).map { "row\($0)" })
      let pilot = try Pilot.things(things) {
        $0.namesThings = namesThings
        movable($0)
      }
      try pilot.press(script: "<Down><Down><Down>JJJJJJJJ")
      #expect(things.names[11] == "row3")
      let before = pilot.screen
      try pilot.restartAndRestore()
      #expect(pilot.screen == before)
      #expect(selected(pilot) == 11)
      #expect(pilot.lineUnderCursor?.contains("row3") == true)
      try pilot.press(script: "K")
      #expect(things.names[10] == "row3")
    }
  }

  @Test func aRowStaysAtTheEnds() throws {
    let things = Things(["a", "b"])
    let pilot = try Pilot.things(things, movable)
    try pilot.press(script: "K")
    #expect(things.names == ["a", "b"])
    try pilot.press(script: "<Down>J")
    #expect(things.names == ["a", "b"])
    #expect(pilot.root(ThingsScreen.self)?.moves.isEmpty == true)
  }

  @Test func withoutEditingModeOrPermissionNothingMoves() throws {
    let things = Things(["a", "b", "c"])
    let pilot = try Pilot.things(things) { $0.canMove = { $0.row != 1 } }
    try pilot.press(script: "J")
    try pilot.drag(from: Point(x: grip, y: 0), to: Point(x: grip, y: 2))
    #expect(things.names == ["a", "b", "c"])
    #expect(!pilot.screen.contains("≡"))
    pilot.table?.isEditing = true
    try pilot.settle()
    try pilot.press(script: "<Down>J")
    #expect(things.names == ["a", "b", "c"])
    #expect(pilot.rows.split(separator: "\n").map { $0.contains("≡") } == [true, false, true])
  }

  @Test func marksStayWithTheirItems() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things) {
      movable($0)
      $0.namesThings = false
      $0.table.allowsMultipleSelection = true
    }
    try pilot.press(script: "<Down> <Up><Up>JJ")
    #expect(things.names == ["b", "c", "a", "d"])
    #expect(pilot.table?.indexPathsForMarkedRows.map(\.row) == [0])
  }

  @Test func theGripIsDraggedAndTheRowFollowsThePointer() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, movable)
    func names() -> String {
      pilot.rows.split(separator: "\n").compactMap { $0.dropFirst(1).first.map(String.init) }
        .joined()
    }
    try pilot.drag(from: Point(x: grip, y: 1), to: Point(x: grip, y: 3), releasing: false)
    #expect(names() == "acdb")
    #expect(pilot.frame.cursor?.y == 3)
    #expect(things.names == ["a", "b", "c", "d"], "the data changes when the row is dropped")
    try pilot.send(.mouse(MouseEvent(.drag, at: Point(x: 5, y: 0))))
    #expect(names() == "bacd")
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: 5, y: 0))))
    #expect(things.names == ["b", "a", "c", "d"])
    #expect(selected(pilot) == 0)
    #expect(names() == "bacd")
  }

  @Test func aKeyThatSelectsAnotherRowEndsTheDrag() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, movable)
    try pilot.drag(from: Point(x: grip, y: 1), to: Point(x: grip, y: 3), releasing: false)
    try pilot.press(script: "<Home>")
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: grip, y: 3))))
    #expect(things.names == ["a", "b", "c", "d"])
  }

  @Test func aDragThatWasNotFinishedIsNotRestored() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, movable)
    try pilot.drag(from: Point(x: grip, y: 1), to: Point(x: grip, y: 3), releasing: false)
    try pilot.restartAndRestore()
    #expect(things.names == ["a", "b", "c", "d"])
    #expect(selected(pilot) == 1)
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: grip, y: 3))))
    #expect(things.names == ["a", "b", "c", "d"])
  }

  /// Esc, new rows and the end of editing mode put the row back.
  @Test(arguments: ["Esc", "reload", "end"])
  func dragIsCanceled(by what: String) throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, movable)
    try pilot.drag(from: Point(x: grip, y: 1), to: Point(x: grip, y: 3), releasing: false)
    switch what {
    case "Esc": try pilot.press(script: "<Esc>")
    case "reload": pilot.table?.reloadData()
    default: pilot.table?.isEditing = false
    }
    try pilot.settle()
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: grip, y: 3))))
    #expect(things.names == ["a", "b", "c", "d"])
    #expect(pilot.root(ThingsScreen.self)?.moves.isEmpty == true)
  }

  /// The release goes to the screen in front, so the table never gets it.
  @Test func dragEndsWhenAnotherScreenAppears() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, movable)
    let screen = try #require(pilot.root(ThingsScreen.self))
    try pilot.drag(from: Point(x: grip, y: 1), to: Point(x: grip, y: 3), releasing: false)
    let alert = AlertController(title: "Low battery")
    alert.addAction(.cancel())
    screen.present(alert)
    try pilot.settle()
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: grip, y: 3))))
    screen.dismiss()
    try pilot.settle()
    try pilot.drag(from: Point(x: 5, y: 1), to: Point(x: 5, y: 1))
    #expect(things.names == ["a", "b", "c", "d"] && screen.moves.isEmpty)
  }

  /// The terminal lost the release: the next press begins something else.
  @Test func aPressEndsADragWithoutARelease() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, movable)
    try pilot.drag(from: Point(x: grip, y: 1), to: Point(x: grip, y: 3), releasing: false)
    try pilot.drag(from: Point(x: 5, y: 1), to: Point(x: 5, y: 1))
    #expect(things.names == ["a", "b", "c", "d"])
  }

  /// A data source may reload at once, or an app may apply its new order in the same turn.
  @Test(arguments: [true, false])
  func movingTheTopRowDoesNotScroll(reloadsAtOnce: Bool) throws {
    let things = Things((0..<30).map { "row\($0)" })
    let pilot = try Pilot.things(things) {
      movable($0)
      $0.reloads = reloadsAtOnce ? .whileMoving : .afterMoving
    }
    for step in 1...3 {
      try pilot.press(script: "J")
      #expect(pilot.table?.indexPathForFirstVisibleRow?.row == 0)
      #expect(things.names[step] == "row0" && selected(pilot) == step)
    }
  }

  @Test func draggingBeyondTheEdgeScrolls() throws {
    let things = Things((0..<30).map { "row\($0)" })
    let pilot = try Pilot.things(things, movable)
    let height = pilot.table?.bounds.height ?? 0
    let (grip, below) = (grip - 1, Point(x: 37, y: 9))
    try pilot.drag(from: Point(x: grip, y: 0), to: Point(x: grip, y: height - 1), releasing: false)
    for _ in 0..<5 { try pilot.send(.mouse(MouseEvent(.drag, at: below))) }
    try pilot.send(.mouse(MouseEvent(.release, at: below)))
    #expect(things.names.firstIndex(of: "row0") == height - 1 + 5)
    #expect(pilot.lineUnderCursor?.contains("row0") == true)
  }

  @Test func rowsOfSeveralLinesMove() throws {
    let things = Things(count: 12, words: 20)
    let pilot = try Pilot.things(things, size: Size(width: 40, height: 12), restarts: true) {
      $0.table.rowHeight = .automatic
      movable($0)
    }
    let name = things.names[0]
    try pilot.press(script: "JJJ")
    #expect(things.names[3] == name)
    try pilot.press(script: "K")
    #expect(things.names[2] == name)
    #expect(selected(pilot) == 2)
  }

  @Test func aDataSourceThatReloadsOrRefusesIsFollowed() throws {
    for isReloading in [true, false] {
      let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
        Stubborn(isReloading: isReloading)
      }
      let screen = try #require(pilot.root(Stubborn.self))
      try pilot.press(KeyPress.character("J"))
      #expect(screen.table.indexPathForSelectedRow?.row == (isReloading ? 2 : 0))
      #expect(pilot.lineUnderCursor?.contains("a") == true)
    }
  }

  /// A data source that moves an item to the end and reloads, or does not move it at all.
  private final class Stubborn: ViewController, TableViewDataSource, DataSourceModelAssociation {
    let table = TableView()
    private var names = ["a", "b", "c"]
    private let isReloading: Bool

    init(isReloading: Bool) {
      self.isReloading = isReloading
      super.init()
      restorationIdentifier = "stubborn"
      table.dataSource = self
      table.isEditing = true
    }

    override func loadView() -> View { table }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      names.count
    }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = names[path.row]
      return cell
    }

    func tableView(_ tableView: TableView, canMoveRowAt path: IndexPath) -> Bool { true }

    func tableView(_ tableView: TableView, moveRowAt path: IndexPath, to target: IndexPath) {
      guard isReloading else { return }
      names.append(names.remove(at: path.row))
      tableView.reloadData()
    }

    func modelIdentifierForElement(at path: IndexPath, in view: View) -> String? { names[path.row] }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      names.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
    }
  }

  // MARK: - Sections

  /// Sections fed from arrays, with titles or without.
  private final class Groups: ViewController {
    private struct Letter: Identifiable { let id: String }

    let table = TableView()
    private lazy var rows = TableViewDiffableDataSource<Letter>(table) { $0.text = $1.id }

    init(_ groups: [String], titles: Bool, isMovable: Bool = true) {
      super.init()
      restorationIdentifier = "groups"
      rows.apply(
        groups.enumerated().map { index, letters in
          .init(titles ? "Group \(index)" : nil, items: letters.map { Letter(id: String($0)) })
        })
      if isMovable { rows.didReorder = { _ in } }
      rows.canReorder = { $0.id != "x" }
      table.isEditing = true
    }

    override func loadView() -> View { table }

    var text: String {
      rows.sections.map { $0.items.map(\.id).joined() }.joined(separator: "|")
    }
  }

  private func groups(
    _ groups: [String], titles: Bool = true, isMovable: Bool = true
  ) throws -> (Pilot, Groups) {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 12)) {
      Groups(groups, titles: titles, isMovable: isMovable)
    }
    return (pilot, try #require(pilot.root(Groups.self)))
  }

  /// A row moves by one line of the screen, over titles and into sections without rows.
  @Test func keysMoveARowThroughTheSections() throws {
    let (pilot, screen) = try groups(["ab", "", "cd"])
    var found = [screen.text]
    for _ in 0..<6 {
      try pilot.press(KeyPress.character("J"))
      found.append(screen.text)
    }
    #expect(
      found == ["ab||cd", "ba||cd", "b|a|cd", "b||acd", "b||cad", "b||cda", "b||cda"])
    found = []
    for _ in 0..<6 {
      try pilot.press(KeyPress.character("K"))
      found.append(screen.text)
    }
    #expect(found == ["b||cad", "b||acd", "b|a|cd", "ba||cd", "ab||cd", "ab||cd"])
    #expect(pilot.lineUnderCursor?.contains("a") == true)
  }

  @Test func sectionsWithoutTitlesLookLikeOne() throws {
    let (pilot, screen) = try groups(["ab", "cd"], titles: false)
    for _ in 0..<2 { try pilot.press(KeyPress.character("J")) }
    #expect(screen.text == "b|cad")
    for _ in 0..<2 { try pilot.press(KeyPress.character("K")) }
    #expect(pilot.rows.split(separator: "\n").first?.contains("a") == true)
  }

  /// Where a dragged row is shown is where it is dropped, from every row to every line.
  @Test(arguments: [true, false])
  func aRowIsDroppedWhereItIsShown(titles: Bool) throws {
    for start in 0..<7 {
      for end in 0..<9 {
        let (pilot, _) = try groups(["ab", "", "cde"], titles: titles)
        let from = Point(x: grip, y: start)
        try pilot.drag(from: from, to: Point(x: grip, y: end), releasing: false)
        let shown = pilot.rows
        try pilot.send(.mouse(MouseEvent(.release, at: Point(x: grip, y: end))))
        #expect(pilot.rows == shown, "from \(start) to \(end)")
        try pilot.restartAndRestore()
      }
    }
  }

  @Test func onlyItemsThatMayMoveDo() throws {
    let (pilot, screen) = try groups(["xab"])
    try pilot.press(KeyPress.character("J"))
    #expect(screen.text == "xab")
    let (_, fixed) = try groups(["ab"], isMovable: false)
    #expect(!fixed.table.canMoveSelectedRow(by: 1))
  }

  // MARK: - By the app

  @Test func theAppMovesARowAndSelectionAndScrollPositionStay() throws {
    let things = Things((0..<40).map { "row\($0)" })
    let pilot = try Pilot.things(things)
    try pilot.press(script: String(repeating: "<Down>", count: 20))
    let table = try #require(pilot.table)
    let top = table.indexPathForFirstVisibleRow
    things.asked = 0
    things.names.insert(things.names.remove(at: 20), at: 18)
    table.moveRow(at: IndexPath(row: 20, section: 0), to: IndexPath(row: 18, section: 0))
    try pilot.settle()
    #expect(table.indexPathForSelectedRow?.row == 18)
    #expect(table.indexPathForFirstVisibleRow == top)
    #expect(pilot.lineUnderCursor?.contains("row20") == true)
    things.names.insert(things.names.remove(at: 39), at: 0)
    table.moveRow(at: IndexPath(row: 39, section: 0), to: IndexPath(row: 0, section: 0))
    try pilot.settle()
    #expect(table.indexPathForSelectedRow?.row == 19)
    #expect(pilot.lineUnderCursor?.contains("row20") == true)
  }

  @Test func aMoveThatDoesNotFitTheDataIsReported() throws {
    let things = Things(["a", "b", "c"])
    let pilot = try Pilot.things(things)
    pilot.expectedRemarks = ["was not moved"]
    things.names.removeLast()
    pilot.table?.moveRow(at: IndexPath(row: 0, section: 0), to: IndexPath(row: 2, section: 0))
    try pilot.settle()
    #expect(pilot.rows == " a\n b")
    #expect(pilot.remarks.contains { $0.contains("was not moved") })
  }
}
