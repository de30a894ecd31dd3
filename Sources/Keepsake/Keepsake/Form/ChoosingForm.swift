import Foundation
import Inventory
import Reprise

/// A form whose place and category are chosen in pickers.
protocol ChoosingForm: AnyObject {
  /// The person's activity in the form and its pickers.
  var activity: UserActivity { get }
  /// Whether new places are private.
  var isPrivate: Bool { get }
  /// Whether a field may stay unchanged.
  var canLeaveChoices: Bool { get }

  /// The choice of a field: `nil` to leave it unchanged, `.some(nil)` for none.
  func choice(of field: ItemField) -> UUID??

  /// Sets the choice of a field.
  func choose(_ choice: UUID??, for field: ItemField)

  /// Encodes what finds or rebuilds the form.
  func encodeReference(with coder: Coder)
}

extension ItemFormModel: ChoosingForm {
  var canLeaveChoices: Bool { false }

  func choice(of field: ItemField) -> UUID?? { .some(self[choice: field]) }

  func choose(_ choice: UUID??, for field: ItemField) { self[choice: field] = choice ?? nil }
}

extension BulkFormModel: ChoosingForm {
  var canLeaveChoices: Bool { true }

  func choice(of field: ItemField) -> UUID?? { self[choice: field] }

  func choose(_ choice: UUID??, for field: ItemField) { self[choice: field] = choice }

  func encodeReference(with coder: Coder) { coder.encode(true, forKey: ChoosingForms.bulkKey) }
}

/// Finds the forms of restored pickers.
enum ChoosingForms {
  fileprivate static let bulkKey = "isBulk"

  /// The form of a restored picker; `nil` if its item is gone.
  static func form(from coder: Coder) -> (context: AppContext, model: any ChoosingForm)? {
    guard coder.decodeBool(forKey: bulkKey) else {
      return ItemFormModel.decodeReference(from: coder).map { ($0.context, $0.model) }
    }
    return coder.environment[AppContext.self].map { ($0, $0.bulkForm) }
  }
}
