import Foundation
import RepriseTesting
import TestSupport

@testable import Inventory

/// A part of a random filter, with its meaning as a plain predicate.
struct RandomFilterPart {
  /// The typed text.
  var text: String
  /// Whether an item meets it; `nil` for a part that is ignored.
  var holds: ((FilterThing) -> Bool)?
  /// The shelf that it chooses.
  var shelf: ItemShelf?
  /// Whether it has nothing to search for, so that alone it matches nothing.
  var isWordless = false
}

/// Makes random parts of filters, of every operator.
struct FilterPartMaker {
  var random: SeededGenerator
  let today: CalendarDate

  static let words = [
    "Café", "cafe", "ÉCLAIR", "Łódź", "lodz", "Straße", "strasse", "чайник", "Чай", "κάμερα",
    "ΚΑΜΕΡΑ", "茶壶", "茶", "drill", "Lamp", "red", "lid", "is", "broken", "a", "b", "12", "7", "000",
    "Garage", "Box", "Ben", "lent", "Bosch", "SN", "x1", "naïve", "Ærø", "colour", "size",
  ]

  mutating func part() -> RandomFilterPart {
    var part = any()
    if part.shelf == nil, Int.random(in: 0..<5, using: &random) == 0 {
      part.text = "-" + part.text
      part.isWordless = false
      part.holds = part.holds.map { holds in { !holds($0) } }
    }
    return part
  }

  private mutating func any() -> RandomFilterPart {
    switch Int.random(in: 0..<32, using: &random) {
    case 0..<7: word()
    case 7..<9: phrase()
    case 9..<13: column()
    case 13: place()
    case 14: field()
    case 15: loan()
    case 16..<19: amount()
    case 19..<21: quantity()
    case 21..<25: date()
    case 25: category()
    case 26..<28: state()
    case 28..<30: has()
    case 30: shelf()
    default: ignored()
    }
  }

  private mutating func pick<Element>(_ from: [Element]) -> Element {
    from[Int.random(in: from.indices, using: &random)]
  }

  private mutating func name(_ name: String) -> String {
    Int.random(in: 0..<4, using: &random) == 0 ? name.uppercased() : name
  }

  // MARK: - Words

  /// A word or its beginning, in any case, composed or decomposed.
  private mutating func typedWord() -> String {
    var word = pick(Self.words)
    if Bool.random(using: &random) {
      word = String(word.prefix(Int.random(in: 1...word.count, using: &random)))
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return word.uppercased()
    case 1: return word.decomposedStringWithCanonicalMapping
    default: return word
    }
  }

  private mutating func word() -> RandomFilterPart {
    let text = typedWord()
    let wanted = FilterWords.words(text)
    return RandomFilterPart(text: text) { thing in
      thing.texts.contains { FilterWords.occurs(wanted, isPrefix: true, in: $0) }
    }
  }

  private mutating func phraseText() -> String {
    pick([
      "the lid", "lid is", "is broken", "red lamp", "Café table", "cafe TABLE", "the", "茶壶",
      "box 3",
      "lent to", "to ben", "living room", "colour red", "broken the",
    ])
  }

  private mutating func phrase() -> RandomFilterPart {
    let text = phraseText()
    let wanted = FilterWords.words(text)
    return RandomFilterPart(text: "\"\(text)\"") { thing in
      thing.texts.contains { FilterWords.occurs(wanted, isPrefix: false, in: $0) }
    }
  }

  /// The value of an operator for words, and how it is compared.
  private mutating func value() -> (typed: String, words: [String], isPrefix: Bool) {
    let sign = pick([":", ":", "="])
    if Int.random(in: 0..<3, using: &random) == 0 {
      let text = phraseText()
      return ("\(sign)\"\(text)\"", FilterWords.words(text), false)
    }
    let text = typedWord()
    return (sign + text, FilterWords.words(text), sign == ":")
  }

  private mutating func column() -> RandomFilterPart {
    let (key, names) = pick([
      ("name", ["name"]), ("description", ["description", "desc"]), ("notes", ["notes", "note"]),
      ("maker", ["by", "maker", "manufacturer"]), ("model", ["model"]),
      ("serial", ["serial", "sn"]), ("from", ["from", "shop"]), ("tag", ["tag", "tags"]),
      ("asset", ["asset"]),
    ])
    let (typed, wanted, isPrefix) = value()
    return RandomFilterPart(text: name(pick(names)) + typed) {
      FilterWords.occurs(wanted, isPrefix: isPrefix, in: $0.columns[key] ?? [])
    }
  }

  private mutating func place() -> RandomFilterPart {
    let (typed, wanted, isPrefix) = value()
    return RandomFilterPart(text: name(pick(["place", "in"])) + typed) { thing in
      thing.placeWords.contains { FilterWords.occurs(wanted, isPrefix: isPrefix, in: $0) }
    }
  }

  private mutating func field() -> RandomFilterPart {
    let (field, key) = pick([
      ("colour", "colour"), ("Colour", "colour"), ("SIZE", "size"), ("größe", "grosse"),
    ])
    let (typed, wanted, isPrefix) = value()
    return RandomFilterPart(text: "field.\(field)\(typed)") { thing in
      thing.fieldWords.contains { name, words in
        name == key
          && FilterWords.occurs(wanted, isPrefix: isPrefix, in: Array(words.prefix(wanted.count)))
      }
    }
  }

  private mutating func loan() -> RandomFilterPart {
    let (typed, wanted, isPrefix) = value()
    return RandomFilterPart(text: name("lent") + typed) { thing in
      FilterWords.occurs(
        wanted, isPrefix: isPrefix, in: Array(thing.loanWords.prefix(wanted.count)))
    }
  }

  // MARK: - Numbers and dates

  private static let signs = ["<", "<=", "=", ":", ">=", ">"]

  private static func holds<Value: Comparable>(
    _ sign: String, _ left: Value, _ right: Value
  ) -> Bool {
    switch sign {
    case "<": left < right
    case "<=": left <= right
    case ">=": left >= right
    case ">": left > right
    default: left == right
    }
  }

  private mutating func amount() -> RandomFilterPart {
    let sign = pick(Self.signs)
    let minor = pick([0, 2, 100, 500, 12_990, 30_000, 60_000, 100_000] as [Int64])
    let text =
      minor % 100 == 0 && Bool.random(using: &random)
      ? "\(minor / 100)" : "\(minor / 100).\(minor % 100 < 10 ? "0" : "")\(minor % 100)"
    let field = pick(["price", "paid", "value", "worth", "replacement"])
    return RandomFilterPart(text: name(field) + sign + text) { thing in
      let own =
        switch field {
        case "price", "paid": thing.item.purchasePrice
        case "replacement": thing.item.replacementValue
        default: thing.value
        }
      return own.map { Self.holds(sign, $0, minor) } ?? false
    }
  }

  private mutating func quantity() -> RandomFilterPart {
    let sign = pick(Self.signs)
    let number = pick([0, 0.5, 1, 2, 2.5, 12])
    let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
    return RandomFilterPart(text: name(pick(["quantity", "qty"])) + sign + text) {
      Self.holds(sign, $0.item.quantity, number)
    }
  }

  private mutating func date() -> RandomFilterPart {
    let field = pick(["bought", "date", "warranty", "due", "maintenance", "sold"])
    let sign = pick(Self.signs)
    let today = self.today
    let isFuture = ["warranty", "due", "maintenance"].contains(field)
    func day(_ thing: FilterThing) -> CalendarDate? {
      switch field {
      case "bought", "date": thing.item.purchaseDate
      case "warranty": thing.item.warrantyUntil
      case "due": thing.item.dueBack
      case "maintenance": thing.item.maintenanceDue
      default: thing.item.soldDate
      }
    }
    if Bool.random(using: &random) {
      let text = pick(["2024", "2024-02", "2024-02-29", "1999", "2025-12", "2026"])
      return RandomFilterPart(text: name(field) + sign + text) { thing in
        // A date compares like the beginning of its text.
        day(thing).map { Self.holds(sign, String($0.text.prefix(text.count)), text) } ?? false
      }
    }
    let count = pick([0, 1, 7, 30, 90])
    let unit = pick(["d", "w", "m", "y"])
    let (days, months) = (["d": 1, "w": 7], ["m": 1, "y": 12])
    let signed = isFuture ? count : -count
    let edge =
      days[unit].map { today.adding(days: $0 * signed) }
      ?? months[unit].map { today.adding(months: $0 * signed) } ?? nil
    return RandomFilterPart(text: "\(name(field))\(sign)\(count)\(unit)") { thing in
      guard let own = day(thing), let edge else { return false }
      switch sign {
      case "<", "<=":
        let isPast = isFuture ? own < today : own > today
        let isNear = sign == "<=" && own == edge || (isFuture ? own < edge : own > edge)
        return !isPast && isNear
      case ">=", ">": return sign == ">=" && own == edge || (isFuture ? own > edge : own < edge)
      default: return own == edge
      }
    }
  }

  // MARK: - The rest

  private mutating func category() -> RandomFilterPart {
    let text = pick(["Tools", "tool", "Art", "books", "media", "\"books & media\"", "é", "elec"])
    let wanted = FilterWords.words(text)
    return RandomFilterPart(text: name(pick(["cat", "category"])) + pick([":", "="]) + text) {
      thing in
      // The last word may always be the beginning of a longer one.
      let words = thing.category.map(FilterWords.words) ?? []
      return FilterWords.occurs(wanted, isPrefix: true, in: words)
    }
  }

  private mutating func state() -> RandomFilterPart {
    let state = pick([
      "insured", "sold", "lent", "overdue", "expired", "unplaced", "estimated", "private",
    ])
    let today = today
    return RandomFilterPart(text: name("is") + ":" + name(state)) { $0.isIn(state, today: today) }
  }

  private mutating func has() -> RandomFilterPart {
    let part = pick(FilterPart.allCases).rawValue
    let typed = Int.random(in: 0..<4, using: &random) == 0 && part.last != "s" ? part + "s" : part
    if Bool.random(using: &random) {
      return RandomFilterPart(text: name("has") + ":" + typed) { $0.has(part) }
    }
    return RandomFilterPart(text: name("no") + ":" + typed) { !$0.has(part) }
  }

  private mutating func shelf() -> RandomFilterPart {
    let (text, shelf) = pick([("is:archived", ItemShelf.archive), ("is:trash", .trash)])
    return RandomFilterPart(text: text, holds: nil, shelf: shelf)
  }

  /// A part without effect: its value is missing or unknown, or it has no letter.
  private mutating func ignored() -> RandomFilterPart {
    let text = pick([
      "tag:", "price>", "price>abc", "is:blue", "has:wings", "bought:soon", "%", "...",
    ])
    return RandomFilterPart(text: text, holds: nil, isWordless: ["%", "..."].contains(text))
  }
}
