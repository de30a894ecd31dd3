import Foundation
import GRDB
import TextFolding

/// A condition of a filter that isn't about words: `price>300`, `bought:2024`, `no:photo`.
enum FilterCondition: Hashable, Sendable {
  case amount(Amount, FilterComparison, String)
  case quantity(FilterComparison, Double)
  case date(Day, FilterComparison, FilterDay)
  case category(String)
  case state(FilterState)
  case has(FilterPart)
  /// The opposite of ``has(_:)``.
  case lacks(FilterPart)

  /// A field with an amount of money.
  enum Amount: Hashable, Sendable {
    /// The price paid for one.
    case price
    /// The value that lists show: of all together, with the price in place of an unknown one.
    case value
    /// The cost of a new one.
    case replacement

    fileprivate var sql: String {
      switch self {
      case .price: "item.purchase_price_minor"
      case .value: ValueClause.line
      case .replacement: "item.replacement_minor"
      }
    }

    fileprivate func minor(of item: Item) -> Int64? {
      switch self {
      case .price: item.purchasePrice
      case .value: item.unitValue.flatMap { PostgresValue.minor(unit: $0, quantity: item.quantity) }
      case .replacement: item.replacementValue
      }
    }
  }

  /// A field with a date.
  enum Day: Hashable, Sendable {
    case bought, warranty, due, sold, maintenance

    /// Whether a distance counts from today on, not backwards.
    fileprivate var isFuture: Bool { [.warranty, .due, .maintenance].contains(self) }

    fileprivate var column: String {
      switch self {
      case .bought: "item.purchase_date"
      case .warranty: "item.warranty_until"
      case .due: "item.due_back"
      case .sold: "item.sold_on"
      case .maintenance: "item.maintenance_due"
      }
    }

    fileprivate func day(of item: Item) -> CalendarDate? {
      switch self {
      case .bought: item.purchaseDate
      case .warranty: item.warrantyUntil
      case .due: item.dueBack
      case .sold: item.soldDate
      case .maintenance: item.maintenanceDue
      }
    }
  }

  /// The day, currency and categories with which conditions are compared.
  struct Setting {
    let today: CalendarDate
    let currency: Currency
    /// The row numbers and identities of the categories by name.
    let categories: [(id: Int64, uuid: UUID, name: String)]
    /// Whether the file has loans, attachments and maintenance: an older one may be open for reading only.
    let (hasLoans, hasAttachments, hasMaintenance): (Bool, Bool, Bool)

    /// Reads the setting.
    ///
    /// - Parameter db: `nil` if no condition is to be evaluated.
    init(_ db: Database?, today: CalendarDate, currency: Currency) throws {
      (self.today, self.currency) = (today, currency)
      guard let db else {
        (categories, hasLoans, hasAttachments, hasMaintenance) = ([], false, false, false)
        return
      }
      hasLoans = try db.hasColumn("due_back", in: "item")
      hasAttachments = try db.hasTable("attachment")
      hasMaintenance = try db.hasColumn("maintenance_due", in: "item")
      let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT id, uuid, name FROM category"))
      categories = try rows.map { (try $0.value(0), try $0.value(1), try $0.value(2)) }
    }

    fileprivate func categories(named text: String) -> [(id: Int64, uuid: UUID, name: String)] {
      let wanted = TextFold.words(text)
      return categories.filter { " \(TextFold.words($0.name))".contains(" \(wanted)") }
    }
  }

  /// The condition in SQL on a row of `item`; numbers and dates can be part of a statement.
  func sql(_ setting: Setting) -> String {
    isStored(setting) ? storedSQL(setting) : "0"
  }

  /// The condition in SQL for a scan of all rows, by the index of a sort order if that has the field.
  ///
  /// - Parameter shelf: The shelf to search; rows of others may be found as well.
  func scan(of shelf: ItemShelf, _ setting: Setting) -> String {
    guard shelf == .lists, let key = indexedKey else { return sql(setting) }
    return "\(shelf.condition) AND \(storedSQL(setting, on: key))"
  }

  /// The expression of an index over the field; its value for an unknown one meets no condition.
  private var indexedKey: String? {
    switch self {
    case .amount(.value, .more, _), .amount(.value, .atLeast, _): OrderClause(.value).key
    case .quantity: OrderClause(.quantity).key
    case .date(.bought, _, _): OrderClause(.date).key
    default: nil
    }
  }

  /// Whether the file has what the condition is about.
  private func isStored(_ setting: Setting) -> Bool {
    switch self {
    case .date(.due, _, _), .state(.lent), .state(.overdue): setting.hasLoans
    case .date(.maintenance, _, _): setting.hasMaintenance
    case .has(let part), .lacks(let part): setting.hasAttachments || !part.isAttachment
    default: true
    }
  }

  /// - Parameter key: The expression to compare; `nil` for the field itself.
  private func storedSQL(_ setting: Setting, on key: String? = nil) -> String {
    switch self {
    case .amount(let field, let comparison, let text):
      guard let minor = Self.minor(text, setting) else { return "0" }
      return "\(key ?? field.sql) \(comparison.sql) \(minor)"
    case .quantity(let comparison, let number):
      return "\(key ?? "item.quantity") \(comparison.sql) \(number)"
    case .date(let field, let comparison, let day):
      guard let days = Self.days(field, comparison, day, setting) else { return "0" }
      return
        "\(key ?? field.column) BETWEEN '\(days.lowerBound.text)' AND '\(days.upperBound.text)'"
    case .category(let text):
      let numbers = setting.categories(named: text).map { String($0.id) }
      return "item.category_id IN (\(numbers.joined(separator: ", ")))"
    case .state(let state): return state.sql(today: setting.today)
    case .has(let part): return part.sql
    case .lacks(let part): return "NOT (\(part.sql))"
    }
  }

  /// Whether an open item meets the condition; `nil` if only the file knows.
  func holds(for item: Item, _ setting: Setting) -> Bool? {
    switch self {
    case .amount(let field, let comparison, let text):
      guard let minor = Self.minor(text, setting), let own = field.minor(of: item) else {
        return false
      }
      return comparison.holds(own, minor)
    case .quantity(let comparison, let number): return comparison.holds(item.quantity, number)
    case .date(let field, let comparison, let day):
      guard let days = Self.days(field, comparison, day, setting), let own = field.day(of: item)
      else { return false }
      return days.contains(own)
    case .category(let text):
      return setting.categories(named: text).contains { $0.uuid == item.category }
    case .state(let state): return state.holds(for: item, today: setting.today)
    case .has(let part): return part.isPart(of: item)
    case .lacks(let part): return part.isPart(of: item).map { !$0 }
    }
  }

  private static func minor(_ text: String, _ setting: Setting) -> Int64? {
    (try? Money(parsing: text, currency: setting.currency))?.minor
  }

  private static func days(
    _ field: Day, _ comparison: FilterComparison, _ day: FilterDay, _ setting: Setting
  ) -> ClosedRange<CalendarDate>? {
    day.days(comparison, today: setting.today, isFuture: field.isFuture)
  }
}
