import InventorySupport
import Foundation
import Testing

@testable import Inventory

@Suite struct HiddenDraftTests {
  private let home: LimitedHome
  private let drafts: DraftStore

  init() throws {
    home = try LimitedHome()
    drafts = try DraftStore(directory: home.home.path + "/data")
    var ofFilm = Draft(itemUUID: home.film.uuid, baseRev: 1)
    ofFilm.fields[.name] = "Secret draft"
    var new = Draft()
    new.fields[.name] = "Secret new"
    new.fields[.rating] = "film:FSK 16"
    var ofKnife = Draft(itemUUID: home.knife.uuid, baseRev: 1)
    ofKnife.fields[.name] = "Knife II"
    var discarded = Draft(itemUUID: home.film.uuid, baseRev: 1)
    discarded.fields[.name] = "Secret discarded"
    try drafts.put(
      [ofFilm, new, ofKnife, discarded],
      redo: .init(session: "main", record: Data("Secret".utf8)))
    try home.unlimited().changes.perform(
      .discardDraft(discarded.uuid, name: "Secret discarded"), session: InventoryHome.session)
    try drafts.discard(discarded.uuid)
  }

  private func names() throws -> [String] { try drafts.drafts().compactMap { $0.fields[.name] } }

  @Test func draftsOfHiddenItemsAreHidden() throws {
    let store = try home.limited()
    drafts.hide(by: store.database)
    #expect(try names() == ["Knife II"])
    #expect(try drafts.drafts(of: home.film.uuid).isEmpty)
    #expect(try store.changes.nextUndo(session: InventoryHome.session)?.action == .created)
  }

  /// A login with limits sees the draft it typed itself, even after a kill, but no draft of a hidden item.
  @Test func aDraftTypedUnderLimitsStaysVisible() throws {
    let store = try home.limited()
    drafts.hide(by: store.database)
    var typed = Draft(session: "main")
    typed.fields[.rating] = "film:FSK 16"
    typed.fields[.name] = "Mine"
    var again = Draft(itemUUID: home.film.uuid, session: "main")
    again.fields[.name] = "Secret again"
    try drafts.put([typed, again])
    #expect(try Set(names()) == ["Knife II", "Mine"])
    try drafts.release(typed.uuid, of: "main")
    #expect(try Set(names()) == ["Knife II", "Mine"])
    // Stricter limits hide it by its rating.
    var stricter = LimitedHome.limits
    stricter.film = 100
    try store.database.apply(stricter)
    #expect(try names() == ["Knife II"])
  }

  @Test func undoReachesADraftThatWasDiscardedUnderTheLimits() throws {
    let store = try home.limited()
    drafts.hide(by: store.database)
    let typed = Draft(session: "main")
    try drafts.put([typed])
    try store.changes.perform(
      .discardDraft(typed.uuid, name: "Mine"), session: InventoryHome.session)
    try drafts.discard(typed.uuid, of: "main")
    #expect(try store.changes.nextUndo(session: InventoryHome.session)?.name == "Mine")
    var stricter = LimitedHome.limits
    stricter.film = 100
    try store.database.apply(stricter)
    #expect(try store.changes.nextUndo(session: InventoryHome.session)?.name != "Mine")
  }

  @Test func draftsReappearWithoutLimits() throws {
    drafts.hide(by: try home.limited().database)
    let store = try home.unlimited()
    drafts.hide(by: store.database)
    #expect(try Set(names()) == ["Secret draft", "Secret new", "Knife II"])
    let step = try #require(try store.changes.nextUndo(session: InventoryHome.session))
    #expect(step.name == "Secret discarded")
    #expect(try drafts.restore(try #require(step.uuid)))
  }
}
