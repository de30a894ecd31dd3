/// One rule of the restoration contract, as listed in `rules.txt`.
struct Rule {
  enum Status: String, CaseIterable {
    /// The kit follows the rule.
    case kept
    /// The kit deliberately differs.
    case different
    /// Not implemented yet.
    case missing
  }

  var number: String
  var status: Status
  var wording: String

  /// Why the kit differs or doesn't implement the rule yet.
  var reason: String

  /// The number of the sequence that this rule is a step of: `1.4` for `1.4.9`.
  var sequence: String? {
    let parts = number.split(separator: ".")
    return parts.count == 3 && parts[0] == "1" ? parts.dropLast().joined(separator: ".") : nil
  }
}

/// The rules of one section.
typealias RuleSection = TableSection<Rule>

extension Rule: TableRow {
  /// Reads `number | status | wording | reason`; only kept rules need no reason.
  init?(parts: [String]) {
    guard (3...4).contains(parts.count), let status = Status(rawValue: parts[1]),
      parts.allSatisfy({ !$0.isEmpty }), (status == .kept) == (parts.count == 3)
    else { return nil }
    self.init(
      number: parts[0], status: status, wording: parts[2], reason: parts.dropFirst(3).first ?? "")
  }
}
