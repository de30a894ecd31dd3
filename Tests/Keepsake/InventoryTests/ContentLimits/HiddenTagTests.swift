import InventorySupport
import Testing

@testable import Inventory

@Suite struct HiddenTagTests {
  private let home: LimitedHome

  init() throws { home = try LimitedHome() }

  @Test func tagsOfHiddenItemsAreNotListed() throws {
    let store = try home.limited()
    try store.add("Tin") { $0.tags = ["steel"] }
    #expect(try store.items.tags().map(\.name) == ["steel"])
    var names: [String] = []
    try store.database.file.read { db in
      try CollectionRows(db, of: store).forEach(in: .tags) { names.append("\($0["name"] as Any)") }
    }
    #expect(names.count == 1 && names[0].contains("steel"), "\(names)")
    #expect(try home.unlimited().items.tags().map(\.name) == ["secretly", "steel"])
  }
}
