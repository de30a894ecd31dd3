import Foundation
import Reprise
import RepriseTesting
import Testing

/// Memory that an app releases in the background and when memory is low: contract 8.5.5 to 8.5.7.
@Suite struct Section8MemoryTests {
  /// All living cells that a list ever created.
  private final class CellBook {
    private struct Entry { weak var cell: TableViewCell? }
    private var entries: [Entry] = []

    func note(_ cell: TableViewCell) {
      if !entries.contains(where: { $0.cell === cell }) { entries.append(Entry(cell: cell)) }
    }

    var living: Int { entries.count { $0.cell != nil } }
  }

  private final class BookedList: ListScreen {
    var book = CellBook()

    override func tableView(
      _ tableView: TableView, cellForRowAt indexPath: IndexPath
    ) -> TableViewCell {
      let cell = super.tableView(tableView, cellForRowAt: indexPath)
      book.note(cell)
      return cell
    }
  }

  /// Two tabs with lists, each with three rows and the cells of a whole screen.
  private func lists() throws -> (stage: Stage, books: [CellBook], shelf: Shelf) {
    let shelf = Shelf(40)
    let stage = try Stage.tabs { _ in ["left", "right"].map { BookedList($0, shelf) } }
    stage.application.stopProcess = { true }
    let screens = try (0...1).map { try stage.tab($0, BookedList.self) }
    for index in 0...1 {
      try stage.root(TabBarController.self).selectedIndex = index
      try stage.turn()
    }
    shelf.things.removeLast(37)
    for index in 0...1 {
      screens[index].table.reloadData()
      try stage.root(TabBarController.self).selectedIndex = index
      try stage.turn()
    }
    return (stage, screens.map(\.book), shelf)
  }

  @Test func rule_8_5_5_spareCellsAreReleasedInTheBackground() throws {
    let (stage, books, shelf) = try lists()
    for book in books { #expect(book.living > 8, "spare cells wait to be reused") }
    let before = stage.pilot.screen
    try stage.pilot.send(.signal(.suspend))
    // In the hidden tab, too.
    for book in books { #expect(book.living == 3, "only the cells of rows remain") }
    try stage.pilot.send(.signal(.resume))
    #expect(stage.pilot.screen == before)
    shelf.things = (0..<40).map { "thing \($0)" }
    try stage.tab(1, BookedList.self).table.reloadData()
    try stage.turn()
    #expect(stage.pilot.screen.contains("thing 7"), "cells are recreated")
    #expect(books[1].living > 8)
  }

  @Test func rule_8_5_5_aBackgroundTaskDoesNotPreventTheRelease() throws {
    let (stage, books, shelf) = try lists()
    stage.application.stopJob = { true }
    let task = stage.application.beginBackgroundTask(withName: "reading")
    try stage.pilot.send(.signal(.suspend))
    let table = try stage.tab(1, BookedList.self).table
    for count in [40, 3] {
      shelf.things = (0..<count).map { "thing \($0)" }
      table.reloadData()
      table.layoutIfNeeded()
    }
    #expect(books[1].living > 8)
    stage.application.endBackgroundTask(task)
    #expect(books[1].living == 3)
  }

  @Test func rule_8_5_6_theFrameIsReleasedAndObjectsStay() throws {
    let (stage, _, _) = try lists()
    let label = Label("shown")
    label.frame = Rect(x: 0, y: 5, width: 9, height: 1)
    try stage.root().view.addSubview(label)
    try stage.turn()
    #expect(label.snapshotView(afterScreenUpdates: false) != nil)
    let screens = try stage.root(TabBarController.self).viewControllers
    try stage.pilot.send(.signal(.suspend))
    #expect(label.snapshotView(afterScreenUpdates: false) == nil, "nothing is on the screen")
    #expect(screens.map(\.isViewLoaded) == [true, true])
    #expect(label.text == "shown")
    let before = stage.pilot.frame
    try stage.pilot.send(.signal(.resume))
    #expect(stage.pilot.frame == before)
    #expect(label.snapshotView(afterScreenUpdates: false) != nil)
  }

  @Test func rule_8_5_6_cachedStatePagesAreReleased() throws {
    let disk = try Disk()
    let plan = Plan { plan, application in
      let screen = Screen("screen", plan)
      screen.load = { view in for index in 0..<300 { view.addSubview(Tile("\(index)", plan)) } }
      application.window.rootViewController = screen
    }
    try disk.launch(plan)
    disk.write("saved")
    #expect(try #require(disk.store).bytesInMemory > 30_000)
    disk.suspend()
    #expect(try #require(disk.store).bytesInMemory < 10_000)
    disk.resume()
    disk.write("saved after that")
    try disk.launch(plan)
    #expect(disk.word == "saved after that")
  }

  // MARK: - Memory returned to the system

  /// Memory of which every second block is freed.
  private final class Holes {
    private static let size = 16_384
    private let pieces: [UnsafeMutableRawPointer]
    private let free: [UnsafeMutableRawPointer]

    init() {
      let made = (0..<2000).compactMap { _ in malloc(Self.size) }
      for piece in made { memset(piece, 1, Self.size) }
      pieces = made.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      free = made.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      for piece in free { Glibc.free(piece) }
    }

    isolated deinit { for piece in pieces { Glibc.free(piece) } }

    /// The number of freed blocks that are still resident.
    var resident: Int {
      free.count { piece in
        // A page in the middle of the block, which it doesn't share with others.
        let page = (UInt(bitPattern: piece) + UInt(Self.size / 2)) & ~4095
        var state: UInt8 = 0
        guard let start = UnsafeMutableRawPointer(bitPattern: page) else { return false }
        return mincore(start, 4096, &state) == 0 && state & 1 != 0
      }
    }
  }

  @Test func rule_8_5_7_releasedMemoryReturnsToTheSystem() throws {
    let rehearsal = try Rehearsal.launched()
    let holes = Holes()
    #expect(holes.resident > 900, "freed memory stays resident")
    rehearsal.application.systemEvents.didReceiveMemoryWarning()
    // Other code may reuse some of it at once.
    #expect(holes.resident < 500)
  }

  @Test func rule_8_5_5_memoryReturnsToTheSystemInTheBackground() throws {
    let rehearsal = try Rehearsal.launched()
    let holes = Holes()
    #expect(holes.resident > 900)
    _ = rehearsal.send(.signal(.suspend))
    #expect(holes.resident < 500)
  }
}
