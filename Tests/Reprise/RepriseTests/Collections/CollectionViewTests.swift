import Foundation
import Reprise
import RepriseTesting
import Testing

/// A grid of things: what is asked for, where the keys go, and what comes back.
@Suite struct CollectionViewTests {
  /// A screen with nothing but a collection of things, named by the first word of their names.
  final class GridScreen: ViewController, CollectionViewDataSource, CollectionViewDelegate,
    DataSourceModelAssociation
  {
    let things: Things
    let collection = CollectionView()
    var opened: [String] = []

    init(_ things: Things) {
      self.things = things
      super.init()
      restorationIdentifier = "grid"
    }

    override func loadView() -> View { collection }

    override func viewDidLoad() {
      collection.restorationIdentifier = "collection"
      collection.itemSize = Size(width: 11, height: 2)
      collection.placeholder = "no things"
      collection.dataSource = self
      collection.delegate = self
    }

    func numberOfItems(in collectionView: CollectionView) -> Int { things.names.count }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
      things.asked += 1
      let cell = collectionView.dequeueReusableCell(CollectionViewCell.self)
      cell.text = "<\(name(indexPath))>"
      return cell
    }

    func collectionView(
      _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath
    ) {
      opened.append(name(indexPath))
    }

    private func name(_ path: IndexPath) -> String {
      String(things.names[path.row].prefix { $0 != " " })
    }

    func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
      things.names.indices.contains(indexPath.row) ? name(indexPath) : nil
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      things.names.firstIndex { $0.prefix { $0 != " " } == identifier }
        .map { IndexPath(row: $0, section: 0) }
    }
  }

  private func showing(
    _ things: Things, size: Size = Size(width: 41, height: 10), restarts: Bool = false
  ) throws -> Pilot {
    try Pilot.showing(size: size, restarts: restarts) { GridScreen(things) }
  }

  private func screen(_ pilot: Pilot) throws -> GridScreen {
    try #require(pilot.root(GridScreen.self))
  }

  private func selected(_ pilot: Pilot) -> Int? {
    pilot.root(GridScreen.self)?.collection.indexPathForSelectedItem?.row
  }

  private func wheel(_ notches: Int, _ pilot: Pilot) throws {
    try pilot.send(.mouse(MouseEvent(.wheel(notches), at: Point(x: 0, y: 0))))
  }

  @Test func rowHoldsAsManyCellsAsFit() throws {
    let things = Things(count: 7, words: 1)
    let pilot = try showing(things)
    let rows = { pilot.screen.split(separator: "\n", omittingEmptySubsequences: false) }
    #expect(rows()[1] == "<0>          <1>          <2>")
    #expect(rows()[4] == "<3>          <4>          <5>")
    #expect(rows()[7] == "<6>")
    #expect(!pilot.screen.contains("▐"))
    try pilot.resize(to: Size(width: 70, height: 10))
    #expect(rows()[1] == "<0>          <1>          <2>          <3>          <4>")
    things.names += (7..<30).map(String.init)
    try screen(pilot).collection.reloadData()
    try pilot.settle()
    #expect(rows()[7].hasPrefix("<10>         <11>         <12>"))
    #expect(pilot.screen.contains("▐"), "there is more below")
  }

  @Test func onlyVisibleItemsAreRequested() throws {
    let things = Things(count: 100_000, words: 1)
    let pilot = try showing(things)
    #expect(things.asked == 9)
    try pilot.press(KeyPress(.end))
    #expect(things.asked <= 18)
    #expect(pilot.screen.contains("<99999>"))
    #expect(selected(pilot) == 99_999)
  }

  @Test func arrowsSelectTheNeighbors() throws {
    let pilot = try showing(Things(count: 8, words: 1))
    for (key, place) in [
      (KeyPress(.right), 1), (KeyPress(.down), 4), (KeyPress(.left), 3), (KeyPress(.down), 6),
      (KeyPress(.down), 6), (KeyPress(.up), 3), (KeyPress(.right), 4), (KeyPress(.right), 5),
      // There is nothing below the last one of this row: the last item is the nearest.
      (KeyPress(.down), 7), (KeyPress(.right), 7), (KeyPress(.home), 0), (KeyPress(.left), 0),
      (KeyPress(.up), 0), (KeyPress(.pageDown), 6), (KeyPress(.pageUp), 0), (KeyPress(.end), 7),
    ] {
      try pilot.press(key)
      #expect(selected(pilot) == place, "after \(key)")
    }
    try pilot.press(KeyPress(.enter))
    #expect(try screen(pilot).opened == ["7"])
  }

  @Test func aClickSelectsAndASecondOneOpens() throws {
    let pilot = try showing(Things(count: 8, words: 1))
    try pilot.click(x: 15, y: 4)
    #expect(selected(pilot) == 4)
    try pilot.click(x: 12, y: 4)
    #expect(selected(pilot) == 4)
    #expect(try screen(pilot).opened.isEmpty, "between two cells")
    try pilot.click(x: 13, y: 3)
    #expect(try screen(pilot).opened == ["4"])
  }

  @Test func nothingIsAPlaceholder() throws {
    let pilot = try showing(Things([]))
    #expect(pilot.screen.contains("no things"))
    for key in [KeyPress(.down), KeyPress(.right), KeyPress(.end), KeyPress(.enter)] {
      try pilot.press(key)
    }
    #expect(selected(pilot) == nil)
    #expect(try screen(pilot).opened.isEmpty)
  }

  /// The selection goes with its thing, and the nearest one takes its place when it is gone.
  @Test func theSelectionFollowsItsThingThroughALaunch() throws {
    let things = Things((0..<40).map(String.init))
    let pilot = try showing(things)
    for _ in 0..<5 { try pilot.press(KeyPress(.down)) }
    #expect(selected(pilot) == 15)
    things.names.insert(contentsOf: ["a", "b", "c", "d"], at: 0)
    try pilot.restartAndRestore()
    #expect(selected(pilot) == 19 && pilot.screen.contains("<15>"))
    things.names.removeAll { $0 == "15" }
    try pilot.restartAndRestore()
    #expect(selected(pilot) == 19)
    things.names = ["only"]
    try pilot.restartAndRestore()
    #expect(selected(pilot) == 0 && pilot.screen.contains("<only>"))
  }

  /// A window that shrinks and grows back shows what it showed.
  @Test func scrollPositionReturnsWithTheSize() throws {
    let pilot = try showing(Things(count: 90, words: 1))
    for _ in 0..<8 { try wheel(1, pilot) }
    let before = pilot.frame
    #expect(selected(pilot) == 0 && !before.plainText().contains("<0>"))
    try pilot.resize(to: Size(width: 70, height: 12))
    try pilot.restartAndRestore()
    try pilot.resize(to: Size(width: 41, height: 10))
    #expect(pilot.frame == before)
  }

  /// A collection in a scroll view with something below it.
  private final class ScrolledScreen: ViewController {
    let grid = GridScreen(Things(count: 90, words: 1))
    let scroll = ScrollView()

    override func loadView() -> View { scroll }

    override func viewDidLoad() {
      restorationIdentifier = "scrolled"
      addChild(grid)
      grid.view.frame = Rect(x: 0, y: 0, width: 41, height: 9)
      scroll.addSubview(grid.view)
      scroll.contentSize = Size(width: 41, height: 40)
    }
  }

  @Test func theWheelScrollsTheCollectionAndNothingAroundIt() throws {
    let pilot = try Pilot.showing(size: Size(width: 42, height: 10)) { ScrolledScreen() }
    try wheel(1, pilot)
    let screen = try #require(pilot.root(ScrolledScreen.self))
    #expect(!pilot.screen.contains("<0>") && pilot.screen.contains("<3>"), "\(pilot.screen)")
    #expect(screen.scroll.contentOffset == .zero)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func aWalkShowsTheSameWithARestartAfterEveryKey(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...60, using: &random)
    let pilots = try [false, true].map {
      try showing(Things(count: count, words: 1), restarts: $0)
    }
    let keys: [Key] = [
      .right, .left, .up, .down, .down, .right, .pageDown, .pageUp, .home, .end,
    ]
    for step in 0..<60 {
      let choice = Int.random(in: 0..<14, using: &random)
      let size = Size(
        width: Int.random(in: 30...90, using: &random),
        height: Int.random(in: 8...24, using: &random))
      for pilot in pilots {
        switch choice {
        case 0..<10: try pilot.press(KeyPress(keys[choice]))
        case 10: try wheel(1, pilot)
        case 11: try wheel(-1, pilot)
        default:
          try pilot.resize(to: size)
        }
      }
      let (kept, restarted) = (pilots[0].frame, pilots[1].frame)
      #expect(
        kept == restarted,
        "seed \(seed), step \(step)\n\(kept.plainText())\n\(restarted.plainText())")
      #expect(pilots[0].problems == [] && pilots[1].problems == [], "seed \(seed)")
    }
  }
}
