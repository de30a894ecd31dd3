import Foundation
import Reprise
import RepriseTesting
import Testing

/// State of a collection view (contract 2.C.3, 5).
@Suite struct CollectionTests {
  /// Things in a grid, as data that outlives the app.
  private final class Things {
    var names = (0..<60).map { "thing \($0)" }
    var namesThings = true
  }

  private final class GridScreen: ViewController, CollectionViewDataSource,
    DataSourceModelAssociation
  {
    private let things: Things
    let collection = CollectionView()

    init(_ things: Things) {
      self.things = things
      super.init()
      restorationIdentifier = "grid"
    }

    override func loadView() -> View { collection }

    override func viewDidLoad() {
      collection.restorationIdentifier = "collection"
      collection.itemSize = Size(width: 12, height: 1)
      collection.minimumLineSpacing = 0
      collection.dataSource = self
    }

    var modelAssociation: (any DataSourceModelAssociation)? { things.namesThings ? self : nil }

    func numberOfItems(in collectionView: CollectionView) -> Int { things.names.count }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
      let cell = collectionView.dequeueReusableCell(CollectionViewCell.self)
      cell.text = "[\(things.names[indexPath.row])]"
      return cell
    }

    func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
      things.names[indexPath.row]
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      things.names.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
    }
  }

  private let things = Things()

  private func showing() throws -> Pilot {
    let things = things
    return try Stage.root { _ in GridScreen(things) }.pilot
  }

  private func selected(_ pilot: Pilot) -> String? {
    let screen = pilot.application.window.rootViewController as? GridScreen
    let path = screen?.collection.indexPathForSelectedItem
    return path.map { things.names[$0.row] }
  }

  @Test func rule_2_C_3_aCollectionKeepsItsSelectionAndItsPosition() throws {
    let pilot = try showing()
    for _ in 0..<12 { try pilot.press(KeyPress(.down)) }
    for _ in 0..<4 { try pilot.press(KeyPress(.up)) }
    let before = pilot.frame
    #expect(selected(pilot) == "thing 24")
    #expect(!pilot.screen.contains("[thing 0]"), "scrolled away")
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    #expect(selected(pilot) == "thing 24")
  }

  @Test func rule_5_1_aCollectionsDataSourceNamesItsElements() throws {
    let pilot = try showing()
    for _ in 0..<12 { try pilot.press(KeyPress(.down)) }
    for _ in 0..<4 { try pilot.press(KeyPress(.up)) }
    let first = try #require(pilot.screen.firstMatch(of: /\[(thing \d+)\]/)?.1)
    things.names.insert(contentsOf: (0..<9).map { "new \($0)" }, at: 0)
    try pilot.restartAndRestore()
    #expect(selected(pilot) == "thing 24")
    #expect(try #require(pilot.screen.firstMatch(of: /\[(thing \d+)\]/)?.1) == first)
  }

  @Test func rule_5_7_collectionsWithoutNamesKeepIndexes() throws {
    things.namesThings = false
    let pilot = try showing()
    for _ in 0..<3 { try pilot.press(KeyPress(.down)) }
    #expect(selected(pilot) == "thing 9")
    things.names.insert("new", at: 0)
    try pilot.restartAndRestore()
    #expect(selected(pilot) == "thing 8")
  }
}
