import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct ItemFormTests {
  private func form(_ change: (inout DraftFields) -> Void) -> ItemForm {
    var form = ItemForm(item: Item(name: "Teapot"), currency: .euro)
    change(&form.fields)
    return form
  }

  private func errors(_ form: ItemForm) -> [FieldError] {
    if case .invalid(let errors) = form.validated() { errors } else { [] }
  }

  @Test func anUntouchedFormEqualsItsItem() {
    var item = Item(name: "Teapot")
    item.purchasePrice = 0
    item.quantity = 2.5
    item.tags = ["a", "b"]
    item.purchaseDate = CalendarDate(iso: "2020-01-31")
    item.place = UUID()
    item.archivedAt = 12
    item.assetNumber = 9
    let form = ItemForm(item: item, currency: .euro)
    #expect(form.validated() == .valid(item))
    #expect(form.isUnchanged(by: form.fields))
  }

  @Test func typedTextsBecomeValues() throws {
    let place = UUID()
    let form = form {
      $0[.purchasePrice] = " 12,5 "
      $0[.quantity] = ""
      $0[.purchaseDate] = "02/29/2024"
      $0[.tags] = "red ; ;blue"
      $0[.insured] = "true"
      $0[choice: .place] = place
    }
    guard case .valid(let item) = form.validated() else {
      Issue.record("the form is valid")
      return
    }
    #expect(item.purchasePrice == 1250)
    #expect(item.quantity == 1)
    #expect(item.purchaseDate?.text == "2024-02-29")
    #expect(item.tags == ["red", "blue"])
    #expect(item.isInsured)
    #expect(item.place == place)
  }

  @Test func everyInvalidFieldIsReported() {
    let form = form {
      $0[.name] = " "
      $0[.purchasePrice] = "12.3456"
      $0[.soldPrice] = "much"
      $0[.purchaseDate] = "yesterday"
      $0[.quantity] = "-1"
      $0[.assetNumber] = "abc"
      $0[.notes] = "a\0"
    }
    #expect(
      errors(form) == [
        FieldError(field: .name, reason: .missing),
        FieldError(field: .purchasePrice, reason: .tooManyDecimals(allowed: 2)),
        FieldError(field: .purchaseDate, reason: .notADate),
        FieldError(field: .quantity, reason: .notAQuantity),
        FieldError(field: .assetNumber, reason: .notAnAssetNumber),
        FieldError(field: .notes, reason: .forbiddenCharacter),
        FieldError(field: .soldPrice, reason: .notAPrice),
      ])
  }

  @Test func aBlankPriceIsUnknownAndZeroIsZero() {
    for (text, price) in [("", nil), ("0", 0)] as [(String, Int64?)] {
      guard case .valid(let item) = form({ $0[.purchasePrice] = text }).validated() else {
        Issue.record("“\(text)” is a price")
        continue
      }
      #expect(item.purchasePrice == price)
    }
  }

  @Test func aDraftOverridesTheItem() {
    var draft = DraftFields(texts: ["name": "Teap", "unknown": "x"])
    draft[choice: .category] = .some(nil)
    let form = ItemForm(item: Item(name: "Teapot"), draft: draft, currency: .euro)
    #expect(form.fields[.name] == "Teap")
    #expect(form.fields[.quantity] == "1")
    #expect(!ItemForm(item: Item(name: "Teapot"), currency: .euro).isUnchanged(by: draft))
  }

  /// Clearing the borrower clears the dates of the loan, except a date typed in the same form.
  @Test func endingALoanClearsItsDates() throws {
    var item = Item(name: "Drill")
    item.lentTo = "Eva"
    item.lentDate = CalendarDate(iso: "2026-01-01")
    item.dueBack = CalendarDate(iso: "2026-02-01")
    var form = ItemForm(item: item, currency: .euro)
    form.fields[.lentTo] = ""
    guard case .valid(let back) = form.validated() else { return #expect(Bool(false)) }
    #expect(back.lentTo == "" && back.lentDate == nil && back.dueBack == nil)
    form.fields[.dueBack] = "2026-03-01"
    guard case .valid(let other) = form.validated() else { return #expect(Bool(false)) }
    #expect(other.dueBack?.text == "2026-03-01" && other.lentDate == nil)
  }

  /// A text to type into a field; the field shows it again when the saved item is opened.
  private func sample(_ field: ItemField) -> String {
    switch field {
    case .quantity: "3"
    case .assetNumber: "000-007"
    case .purchasePrice, .replacementValue, .soldPrice: "12.50"
    case .purchaseDate, .replacementDate,
      .warrantyUntil, .soldDate, .lentDate, .dueBack, .maintenanceDue:
      "2024-02-29"
    case .rating: "game:12+"
    case .maintenanceInterval: "6m"
    case .insured, .lifetimeWarranty, .archived: "true"
    default: "what \(field) says"
    }
  }

  @Test(arguments: ItemField.inForm.filter { !$0.isChoice })
  func everyFieldStoresTheTypedText(_ field: ItemField) throws {
    let text = sample(field)
    guard case .valid(let item) = form({ $0[field] = text }).validated() else {
      Issue.record("\(text) is right")
      return
    }
    #expect(ItemForm(item: item, currency: .euro).fields[field] == text)
    #expect(ItemForm(item: Item(name: "Teapot"), currency: .euro).fields[field] != text)
  }
}
