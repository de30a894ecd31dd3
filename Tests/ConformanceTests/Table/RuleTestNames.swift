import Foundation

/// The tests that carry the number of a rule in their names, found in the sources of all tests.
struct RuleTestNames {
  /// The names of the functions, by the number of the rule.
  private(set) var byNumber: [String: [String]] = [:]

  /// Looks through every Swift file of a folder and those in it.
  init(folder: String) {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".swift") {
      let text = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") { read(line) }
    }
  }

  private mutating func read(_ line: Substring) {
    let code = line.drop { $0 == " " }
    guard code.hasPrefix("@Test") || code.hasPrefix("func"),
      let start = code.range(of: "func rule_")
    else { return }
    let name =
      "rule_" + code[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    byNumber[Self.number(of: name), default: []].append(name)
  }

  /// The number in a name: `2.B.2` of `rule_2_B_2_truncatesStackWhenChildIsGone`.
  static func number(of name: String) -> String {
    name.split(separator: "_").dropFirst().prefix { part in
      part.allSatisfy(\.isNumber) || (part.count == 1 && part.allSatisfy(\.isUppercase))
    }
    .joined(separator: ".")
  }
}
