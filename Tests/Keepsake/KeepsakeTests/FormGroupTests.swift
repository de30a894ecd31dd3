import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The groups of the form: their order, folding, and what is remembered.
@Suite struct FormGroupTests {
  private func app(
    _ keys: String, size: Size = Size(width: 80, height: 24), restarts: Bool = false
  ) throws -> SampleApp {
    let app = try SampleApp(size: size, restarts: restarts)
    try app.keys(keys)
    return app
  }

  private func focus(_ app: SampleApp) -> String? {
    (app.pilot.application.window.firstResponder as? View)?.restorationIdentifier
  }

  // MARK: - Keys

  /// The number of keys in a script besides the letters of the texts.
  private func keysBeyond(_ texts: [String], in script: String) -> Int {
    KeyScript(script).keys.count - texts.reduce(0) { $0 + $1.count }
  }

  /// From the list to the saved item, with the place typed or looked up.
  @Test(arguments: [
    ("nKettle<Tab>kitch<Enter><Tab><Tab>24.90<^S>", ["Kettle", "kitch", "24.90"]),
    ("nKettle<Tab>kitch<Tab><Tab>24.90<^S>", ["Kettle", "kitch", "24.90"]),
    ("nKettle<Tab>kitch<Tab>kitch<Tab>24.90<^S>", ["Kettle", "kitch", "kitch", "24.90"]),
    ("nKettle<Enter><Enter>kitch<Enter><Tab><Tab>24.90<^S>", ["Kettle", "kitch", "24.90"]),
    ("nKettle<Tab>kitch<Enter><Down><Down>24.90<Alt-Enter><Esc>", ["Kettle", "kitch", "24.90"]),
  ])
  func addingNamePlaceAndPriceTakesAtMostEightExtraKeys(script: String, texts: [String]) throws {
    #expect(keysBeyond(texts, in: script) <= 8)
    let app = try app(script)
    #expect(!app.pilot.screen.contains("New item"), "\(app.pilot.screen)")
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let uuid) = try store.items(named: "Kettle") else {
      Issue.record("\(app.pilot.screen)")
      return
    }
    let item = try #require(try store.items.fetch(uuid))
    #expect(item.purchasePrice == 24_90)
    let place = try #require(try item.place.flatMap { try store.places.fetch($0) })
    #expect(place.path == "Home / Kitchen")
    #expect(app.pilot.problems == [])
  }

  @Test func theHintsShowSaveAndSaveAndAddAnother() throws {
    let app = try app("n")
    let hints = app.pilot.frame.plainText(row: 23)
    #expect(hints.contains("^S Save") && hints.contains("Alt-Enter Save and add another"))
    #expect(hints.contains("Esc ") && hints.contains("F1 Help"))
  }

  // MARK: - Order

  @Test func everyFieldIsInTheFormOnce() throws {
    let app = try app("n\(WaysInForm.unfoldAll)", size: Size(width: 80, height: 60))
    let lines = app.sheetLines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    for field in ItemField.inForm where ![.archived, .rating].contains(field) {
      let rows = lines.filter {
        $0.hasPrefix(field.label + " ") || $0.trimmingCharacters(in: .whitespaces) == field.label
      }
      // “Warranty to” also begins with “Warranty”.
      #expect(rows.count == (field == .warrantyDetails ? 2 : 1), "\(field): \(rows)")
    }
    let order = ["Name", "Place", "Category", "Price paid", "Bought on", "▾ Tags, quantity, notes"]
    #expect(
      zip(lines.drop { !$0.hasPrefix("Name") }, order).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
  }

  // MARK: - Folding

  @Test func unfoldedGroupsStayUnfoldedInTheNextFormAndAfterARestart() throws {
    let app = try app("n\(WaysInForm.toWorth)<Enter><Esc>")
    try app.keys("e")
    #expect(
      isLine("▾ Replacement value", on: app) && app.pilot.screen.contains("▸ Warranty, insurance"))
    try app.keys("<Esc>")
    try app.pilot.restartAndRestore()
    try app.keys("n")
    #expect(
      isLine("▾ Replacement value", on: app) && app.pilot.screen.contains("▸ Warranty, insurance"))
    try app.keys("\(WaysInForm.toWorth)<Left><Esc>")
    try app.pilot.restartAndRestore()
    try app.keys("n")
    #expect(app.pilot.screen.contains("▸ Replacement value"))
    #expect(app.pilot.problems == [])
  }

  /// Whether a line of the form is this text; a form lower than the window is in a frame.
  private func isLine(_ text: String, on app: SampleApp) -> Bool {
    app.sheetLines.contains { $0.trimmingCharacters(in: .whitespaces) == text }
  }

  /// Clicks on a text, or on a column after its beginning.
  private func click(_ text: String, in app: SampleApp, at column: Int = 0) throws {
    let lines = app.pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let y = try #require(lines.firstIndex { $0.contains(text) })
    let start = try #require(lines[y].range(of: text)?.lowerBound)
    try app.pilot.click(x: CellText.width(of: String(lines[y][..<start])) + column, y: y)
  }

  @Test func aFoldedGroupCountsItsFilledFields() throws {
    let app = try app("nTea", restarts: true)
    #expect(
      isLine("▸ Tags, quantity, notes", on: app), "the default quantity does not count as filled")
    try app.keys("\(WaysInForm.toDescription)Green<Tab>kitchen<Shift-Tab><Shift-Tab><Left>")
    #expect(isLine("▸ Tags, quantity, notes · 2 filled", on: app))
    try app.keys("<Down><Down><Down><Down><Enter><Down> <Up><Left>")
    #expect(isLine("▸ Warranty, insurance · 1 filled", on: app), "insured")
  }

  @Test func invalidFieldsAreCounted() throws {
    let app = try app("nTea\(WaysInForm.toWorth)<Enter><Tab>12 apples<^S>", restarts: true)
    #expect(app.pilot.screen.contains("Not saved: 1 field to correct"))
    try app.keys("<Esc><Enter><^A><^K><^S>")
    #expect(app.pilot.screen.contains("Not saved: 2 fields to correct"))
  }

  @Test func aFoldedGroupCountsItsErrorsAndSavingUnfoldsIt() throws {
    let wrong = "nTea\(WaysInForm.toWorth)<Enter><Tab>12 apples<Up><Left>"
    let app = try app(wrong, restarts: true)
    #expect(isLine("▸ Replacement value · 1 to correct", on: app))
    try app.keys("<Home><^S>")
    #expect(isLine("▾ Replacement value", on: app))
    #expect(focus(app) == "replacementValue")
    #expect(app.pilot.screen.contains("Not a price: type digits"))
    try app.keys("<^A><^K>12<Up><Left>")
    #expect(isLine("▸ Replacement value · 1 filled", on: app), "the error is fixed")
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("Added “Tea”"))
  }

  @Test func aRemovedNameIsReportedWhenTheFieldIsLeft() throws {
    let app = try app("e<^A><^K>")
    #expect(!app.pilot.screen.contains("An item needs a name"))
    try app.keys("<Tab>")
    #expect(app.pilot.screen.contains("An item needs a name"))
    try app.keys("<Up>B")
    #expect(!app.pilot.screen.contains("An item needs a name"))
  }

  @Test func pastesWideLettersAndClicksWorkInAGroup() throws {
    let app = try app("nTea")
    try click("quantity, notes", in: app)
    #expect(isLine("▾ Tags, quantity, notes", on: app))
    try click("Description", in: app)
    #expect(focus(app) == "description")
    try app.pilot.paste("from 杭州\r\nin spring")
    #expect(app.pilot.screen.contains("Description  from 杭州 in spring"))
    // The second cell of 州.
    try click("Description", in: app, at: 21)
    try app.keys("<Backspace>")
    #expect(app.pilot.screen.contains("Description  from 州 in spring"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("Description  from 州 in spring"))
    try app.keys("<^_>")
    #expect(app.pilot.screen.contains("Description  from 杭州 in spring"))
    try click("quantity, notes", in: app)
    #expect(isLine("▸ Tags, quantity, notes · 1 filled", on: app))
    #expect(app.pilot.problems == [])
  }

  @Test(arguments: [Size(width: 40, height: 10), Size(width: 59, height: 24)])
  func inANarrowWindowCaptionsAreAboveTheirFields(size: Size) throws {
    let app = try app("nTea<Tab><Tab><Tab>12", size: size, restarts: true)
    let lines = app.sheetLines.map { $0.trimmingCharacters(in: .whitespaces) }
    let caption = try #require(lines.firstIndex(of: "Price paid"), "\(app.pilot.screen)")
    #expect(lines[caption + 1] == "12")
    #expect(app.pilot.screen.contains("Esc "))
  }

  /// A random walk that starts in a form with all groups unfolded.
  @Test(arguments: [1, 2, 3]) func theScreenIsRestoredDuringARandomWalk(_ seed: UInt64) throws {
    let app = try SampleApp(size: Size(width: 62, height: 20), audits: false)
    try app.keys("nTea\(WaysInForm.unfoldAll)")
    try app.pilot.walk(150, seed: seed, killingEvery: 3)
    withExtendedLifetime(app) {}
  }

  // MARK: - Choosing

  @Test func typingOnThePlaceFieldFiltersThePlaces() throws {
    let app = try app("nTea<Tab>stu", restarts: true)
    #expect(app.pilot.screen.contains("/ stu") && app.pilot.screen.contains("Home / Study"))
    #expect(!app.pilot.screen.contains("Kitchen"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Place          Home / Study ›"))
    #expect(focus(app) == "place")
    try app.pilot.paste("Attic / Box 12")
    #expect(app.pilot.screen.contains("+ New place “Attic / Box 12”"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Place          Attic / Box 12 ›"))
    #expect(app.pilot.problems == [])
  }

  @Test(arguments: ["Home/Study", "/Home / Study", "home/stu", "Home /Study/"])
  func anExistingPlaceIsFoundInAnyNotationOfItsPath(_ path: String) throws {
    let app = try app("nTea<Tab>\(path)<Enter>")
    #expect(app.pilot.screen.contains("Place          Home / Study ›"), "\(app.pilot.screen)")
  }

  /// A place is stored before the screen's state, so a kill may come in between.
  @Test func aPlaceAddedJustBeforeAKillIsOfferedToChoose() throws {
    let app = try app("nTea<Tab>Attic/Box")
    #expect(app.pilot.screen.contains("+ New place “Attic / Box”"))
    try InventoryStore(directory: app.directory).changes.perform(
      .createPlaces(path: "Attic / Box", uuid: UUID()), session: "main")
    try app.pilot.restartAndRestore()
    #expect(!app.pilot.screen.contains("New place"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Place          Attic / Box ›"), "\(app.pilot.screen)")
  }

  /// The former choice must not win over the typed text.
  @Test func enterChoosesTheFirstMatchAndNoneOnlyIfTyped() throws {
    let app = try app("nTea<Tab>study<Enter>home<Enter>")
    #expect(app.pilot.screen.contains("Place          Home ›"), "\(app.pilot.screen)")
    try app.keys("n")
    try app.keys("<Enter>")
    #expect(!app.pilot.screen.contains("Place          none ›"), "\(app.pilot.screen)")
    try app.keys("none<Enter>")
    #expect(app.pilot.screen.contains("Place          none ›"))
  }

  @Test func aMissingCategoryIsAddedByName() throws {
    let app = try app("nRing<Tab><Tab>heirlooms<Enter>", restarts: true)
    #expect(app.pilot.screen.contains("Category       heirlooms ›"))
    #expect(app.pilot.screen.contains("Added category “heirlooms”"))
    try app.keys("<^S>nCup<Tab><Tab>HEIR<Enter>")
    #expect(app.pilot.screen.contains("Category       heirlooms ›"))
    try app.keys("HEIRLOOMS")
    #expect(!app.pilot.screen.contains("New category"), "it exists in another case")
    #expect(app.pilot.problems == [])
  }

  // MARK: - Saving

  @Test func savingAnItemThatTheFilterHidesIsReported() throws {
    let app = try app("/knife<Enter>nZebra<^S>")
    #expect(app.pilot.screen.contains("Added “Zebra” — the filter hides it"))
    #expect(!app.pilot.screen.contains(" Zebra "))
    try app.keys("nKnife of Ada<^S>")
    #expect(app.pilot.screen.contains("Added “Knife of Ada”"))
    #expect(!app.pilot.screen.contains("hides it"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("‹ Items  Knife of Ada"), "\(app.pilot.screen)")
  }

  @Test func savingAnItemIntoAnotherPlaceIsReported() throws {
    let app = try app("2<Enter><Enter>nZebra<Tab>study<Enter><^S>")
    #expect(
      app.pilot.screen.contains("Added “Zebra” — it is not in this list"), "\(app.pilot.screen)")
  }

  /// When a room is entered item by item, the next item keeps place, category and tags.
  @Test(arguments: [false, true])
  func saveAndAddAnotherKeepsPlaceCategoryAndTags(restarts: Bool) throws {
    let app = try app(
      "nTea<Tab>study<Enter><Tab>kit<Enter><Tab><Tab><Tab><Enter><Tab><Tab>loud; red<Alt-Enter>",
      restarts: restarts)
    let begun = ["Place          Home / Study ›", "Category       Kitchenware ›", "loud; red"]
    #expect(app.pilot.screen.contains("New item"))
    #expect(begun.allSatisfy(app.pilot.screen.contains), "\(app.pilot.screen)")
    try app.keys("<Esc>")
    #expect(try DraftStore(directory: app.directory).count() == 0, "the user typed none of it")
    try app.keys("nTea<Tab>study<Enter><Alt-Enter>Cup<Tab><Tab>kit<Enter><Esc><Home><Enter>")
    #expect(app.pilot.screen.contains("New: Cup"))
    #expect(begun.prefix(2).allSatisfy(app.pilot.screen.contains), "\(app.pilot.screen)")
    try app.keys("<Tab><Tab><Tab><Tab><Tab><Tab><Tab>loud; red<Alt-Enter>Pot<Esc><Home><Enter>")
    #expect(app.pilot.screen.contains("New: Pot"))
    #expect(begun.allSatisfy(app.pilot.screen.contains), "\(app.pilot.screen)")
    #expect(app.pilot.problems == [])
  }

  @Test func aSavedItemIsSelectedInAnyOrder() throws {
    let app = try app("oNnMirror<^S><Enter>")
    #expect(app.pilot.screen.contains("‹ Items  Mirror"), "\(app.pilot.screen)")
  }
}
