/// The tests, by the rule number in their names.
struct RuleTestNames {
  /// The names of the functions, by rule number.
  private(set) var byNumber: [String: [String]] = [:]

  init(_ tests: TestFunctions) {
    for name in tests.names where name.hasPrefix("rule_") {
      byNumber[Self.number(of: name), default: []].append(name)
    }
  }

  /// The rule number in a name: `2.B.2` for `rule_2_B_2_truncatesStackWhenChildIsGone`.
  static func number(of name: String) -> String {
    name.split(separator: "_").dropFirst().prefix { part in
      part.allSatisfy(\.isNumber) || (part.count == 1 && part.allSatisfy(\.isUppercase))
    }
    .joined(separator: ".")
  }
}
