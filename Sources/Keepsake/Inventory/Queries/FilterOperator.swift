import TextFolding

/// The operators of a filter by name, and what each means with its value.
enum FilterOperator {
  /// The words of a field, or of the places around an item.
  case words(SearchQuery.Term.Scope)
  case amount(FilterCondition.Amount)
  case quantity
  case date(FilterCondition.Day)
  case category
  /// `is:lent`
  case state
  /// `has:photo`
  case part
  /// `no:photo`
  case noPart

  /// The meaning of an operator with its value.
  enum Reading: Equatable {
    case term(SearchQuery.Term)
    case condition(FilterCondition)
    case shelf(ItemShelf)
    /// The value isn't typed yet, so the operator changes nothing.
    case unfinished
    /// The value can't be understood, as the text says.
    case wrong(String)
  }

  /// The operators, the name that completions and suggestions use first.
  static let names: [(name: String, operator: FilterOperator)] = [
    ("place", .words(.place)), ("in", .words(.place)), ("tag", .words(.column("tags"))),
    ("tags", .words(.column("tags"))), ("category", .category), ("cat", .category),
    ("price", .amount(.price)), ("paid", .amount(.price)), ("value", .amount(.value)),
    ("worth", .amount(.value)), ("replacement", .amount(.replacement)), ("quantity", .quantity),
    ("qty", .quantity), ("bought", .date(.bought)), ("date", .date(.bought)),
    ("warranty", .date(.warranty)), ("due", .date(.due)),
    ("maintenance", .date(.maintenance)), ("sold", .date(.sold)), ("is", .state),
    ("has", .part), ("no", .noPart), ("name", .words(.column("name"))),
    ("by", .words(.column("manufacturer"))), ("maker", .words(.column("manufacturer"))),
    ("manufacturer", .words(.column("manufacturer"))), ("model", .words(.column("model"))),
    ("serial", .words(.column("serial"))), ("sn", .words(.column("serial"))),
    ("from", .words(.column("purchase_from"))), ("shop", .words(.column("purchase_from"))),
    ("description", .words(.column("description"))), ("desc", .words(.column("description"))),
    ("notes", .words(.column("notes"))), ("note", .words(.column("notes"))),
    ("asset", .words(.column("asset_no"))), ("lent", .words(.loan)),
  ]

  private static let byName = Dictionary(names.map { ($0.name, $0.operator) }) { first, _ in first }

  /// The name before a custom field's: `field.colour=red`.
  private static let fieldPrefix = "field."

  /// The operator of a name, in any case.
  init?(name: String) {
    let name = name.lowercased()
    if name.hasPrefix(Self.fieldPrefix), name.count > Self.fieldPrefix.count {
      self = .words(.field(String(name.dropFirst(Self.fieldPrefix.count))))
    } else if let found = Self.byName[name] {
      self = found
    } else {
      return nil
    }
  }

  /// The meaning with a value.
  ///
  /// - Parameter isQuoted: Whether the value is in quotation marks, so that its last word is complete.
  func reading(
    _ comparison: FilterComparison, _ value: String, isQuoted: Bool
  ) -> Reading {
    if value.isEmpty { return .unfinished }
    switch self {
    case .words(let scope):
      guard comparison == .contains || comparison == .equal else {
        return .wrong("a text has no order: write : instead of \(comparison.rawValue)")
      }
      guard TextFold.hasWord(value) else { return .unfinished }
      let term = SearchQuery.Term(
        text: value, isPrefix: comparison == .contains && !isQuoted, scope: scope)
      return .term(term)
    case .category:
      return TextFold.hasWord(value) ? .condition(.category(value)) : .unfinished
    case .amount(let field):
      guard (try? Money(parsing: value, currency: .euro)) != nil else {
        return .wrong("“\(value)” is no amount: write 300 or 299.90")
      }
      return .condition(.amount(field, comparison, value))
    case .quantity:
      guard let number = try? Quantity.parse(value) else {
        return .wrong("“\(value)” is no quantity: write 2 or 2.5")
      }
      return .condition(.quantity(comparison, number))
    case .date(let field):
      guard let day = FilterDay(value.lowercased()) else {
        return .wrong("“\(value)” is no date: write 2024, 2024-05, 2024-05-31 or 90d")
      }
      return .condition(.date(field, comparison, day))
    case .state: return Self.state(value)
    case .part: return Self.part(value) { .has($0) }
    case .noPart: return Self.part(value) { .lacks($0) }
    }
  }

  private static func state(_ value: String) -> Reading {
    let value = value.lowercased()
    if let shelf = ItemShelf(operator: "is:" + value) { return .shelf(shelf) }
    if let state = FilterState(rawValue: value) { return .condition(.state(state)) }
    let known = FilterState.allCases.map(\.rawValue) + ["archived", "trash"]
    return .wrong("“is:\(value)” isn't a state: write \(known.joined(separator: ", "))")
  }

  private static func part(
    _ value: String, _ condition: (FilterPart) -> FilterCondition
  ) -> Reading {
    if let part = FilterPart(name: value.lowercased()) { return .condition(condition(part)) }
    return .wrong("items have no “\(value)”: write photo, receipt, serial, value or place")
  }

  /// The operator that an unknown name was probably meant to be; `nil` if none is similar.
  static func nearest(to name: String) -> String? {
    let name = Array(name.lowercased().utf8)
    let similar = names.map { ($0.name, EditDistance.between(Array($0.name.utf8), name)) }
    guard name.count > 2, let best = similar.min(by: { $0.1 < $1.1 }),
      best.1 <= max(1, name.count / 3)
    else { return nil }
    return best.0
  }
}
