import Foundation
import Testing

@testable import Inventory

/// A form whose item changes elsewhere while the user types.
struct MergingTests {
  private var lamp: Item {
    var item = Item(uuid: UUID(), name: "Lamp")
    item.rev = 3
    item.unit = "pc"
    item.notes = "brass"
    return item
  }

  private func typed(_ field: ItemField, _ text: String) -> (form: ItemForm, item: Item) {
    let item = lamp
    var form = ItemForm(item: item, currency: .euro)
    form.fields[field] = text
    return (form, item)
  }

  @Test func untypedFieldsFollowTheItem() {
    var (form, item) = typed(.name, "Floor lamp")
    item.notes = "steel"
    item.rev = 4
    form = form.moved(onto: item)
    #expect(form.fields[.notes] == "steel")
    #expect(form.fields[.name] == "Floor lamp")
    #expect(form.conflicts == [])
    #expect(form.item.rev == 4)
  }

  @Test func twoChangesToOneFieldConflict() {
    var (form, item) = typed(.name, "Floor lamp")
    item.name = "Table lamp"
    form = form.moved(onto: item)
    #expect(form.conflicts == [.name])
    #expect(form.fields[.name] == "Floor lamp")
    #expect(form.shown[.name] == "Table lamp")
  }

  @Test func theSameChangeOnBothSidesIsNoConflict() {
    var (form, item) = typed(.name, "Floor lamp")
    item.name = "Floor lamp"
    form = form.moved(onto: item)
    #expect(form.conflicts == [])
    #expect(form.draft.texts.isEmpty)
  }

  /// Form and item agreed in between, so the form's new base is the current item.
  @Test func typingAfterTheSameChangeOnBothSidesIsNoConflict() {
    var (form, item) = typed(.name, "Floor lamp")
    item.name = "Floor lamp"
    form = form.moved(onto: item)
    form.fields[.name] = "Desk lamp"
    #expect(form.conflicts == [])
    #expect(form.draft.was.texts["name"] == "Floor lamp")
  }

  @Test func aSecondChangeElsewhereKeepsTheFirstConflict() {
    var (form, item) = typed(.name, "Floor lamp")
    item.name = "Table lamp"
    form = form.moved(onto: item)
    item.notes = "steel"
    form = form.moved(onto: item)
    #expect(form.conflicts == [.name])
  }

  @Test func settlingAConflictAllowsSaving() {
    var (form, item) = typed(.name, "Floor lamp")
    item.name = "Table lamp"
    form = form.moved(onto: item)
    form.settleConflicts()
    #expect(form.conflicts == [])
    #expect(form.fields[.name] == "Floor lamp")
    guard case .valid(let saved) = form.validated() else {
      Issue.record("the form is in order")
      return
    }
    #expect(saved.name == "Floor lamp")
  }

  @Test func revertingAFieldTakesTheOtherText() {
    var (form, item) = typed(.name, "Floor lamp")
    item.name = "Table lamp"
    form = form.moved(onto: item)
    form.revert(.name)
    #expect(form.fields == form.shown, "nothing is left of what was typed")
    #expect(form.conflicts == [])
  }

  /// A draft of an older version, which did not record the item's former values.
  private func older(_ field: ItemField, _ text: String) -> DraftFields {
    var draft = typed(field, text).form.draft
    draft.was = DraftFields.Earlier()
    return draft
  }

  @Test func anOlderDraftOfAChangedItemConflicts() {
    let draft = older(.name, "Floor lamp")
    var form = ItemForm(item: lamp, draft: draft, baseRev: 2, currency: .euro)
    form.fields[.notes] = "steel"
    #expect(form.conflicts == [.name], "newly typed text is not in conflict")
    #expect(form.baseRev == 2)
    let stored = ItemForm(item: lamp, draft: form.draft, baseRev: form.baseRev, currency: .euro)
    #expect(stored.conflicts == [.name], "the user has not seen it yet")
    form.settleConflicts()
    #expect(form.conflicts == [])
    #expect(form.baseRev == 3)
    #expect(form.draft.was.texts["name"] == "Lamp")
  }

  @Test func anOlderDraftOfAnUnchangedItemHasNoConflict() {
    let draft = older(.name, "Floor lamp")
    #expect(ItemForm(item: lamp, draft: draft, baseRev: 3, currency: .euro).conflicts == [])
    let same = DraftFields(texts: ["name": "Lamp"])
    #expect(ItemForm(item: lamp, draft: same, baseRev: 2, currency: .euro).conflicts == [])
  }

  @Test func anOlderDraftTakesTheTextOfTheItem() {
    let draft = older(.name, "Floor lamp")
    var form = ItemForm(item: lamp, draft: draft, baseRev: 2, currency: .euro)
    form.revert(.name)
    #expect(form.conflicts == [])
    #expect(form.baseRev == 3)
  }

  @Test func aPickedPlaceCanBeInConflict() {
    let item = lamp
    var form = ItemForm(item: item, currency: .euro)
    form.fields[choice: .place] = .some(UUID())
    var other = item
    other.place = UUID()
    #expect(form.moved(onto: other).conflicts == [.place])
  }

  @Test func aConflictSurvivesStoringTheDraft() throws {
    let (form, item) = typed(.name, "Floor lamp")
    let stored = try JSONEncoder().encode(form.draft)
    let draft = try JSONDecoder().decode(DraftFields.self, from: stored)
    var other = item
    other.name = "Table lamp"
    #expect(ItemForm(item: other, draft: draft, currency: .euro).conflicts == [.name])
  }

  @Test func aDraftOfANewItemHasNoFormerValues() {
    var form = ItemForm(item: Item(uuid: UUID(), name: ""), currency: .euro)
    form.fields[.name] = "Lamp"
    #expect(form.draft.was.isEmpty)
  }

  @Test func aChoiceRevertsToTheItemsValue() {
    var (form, item) = typed(.name, "Floor lamp")
    form.fields[choice: .place] = UUID()
    form.revert(.place)
    #expect(form.fields[choice: .place] == form.shown[choice: .place])
    item.rev = 4
    form = form.moved(onto: item)
    #expect(form.conflicts == [])
  }
}
