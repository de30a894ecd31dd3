import Foundation

/// Tests that are run and traced together: one test of a contract rule, or one suite.
struct TestUnit: Codable, Hashable, Sendable {
  /// The name in `swift test list`, without the rest:
  /// `ConformanceTests.Section1OptInTests/rule_1_1_1_x`.
  let name: String

  /// Its target.
  var target: String { String(name.prefix { $0 != "." }) }

  /// Its name in the test output: the suite's or the test's.
  var shortName: String {
    String(name.split(whereSeparator: { $0 == "." || $0 == "/" }).last ?? "")
  }

  /// The contract rule that it shows: `2.B.2` for `rule_2_B_2_truncatesStack`.
  var rule: String? {
    guard let start = name.range(of: "/rule_") else { return nil }
    var parts: [Substring] = []
    for part in name[start.upperBound...].split(separator: "_") {
      let isNumber = part.allSatisfy(\.isNumber)
      let isLetter = parts.count == 1 && part.count == 1 && part.first?.isUppercase == true
      guard isNumber || isLetter else { break }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ".")
  }

  /// The filter expression that selects it.
  var filter: String {
    "^" + NSRegularExpression.escapedPattern(for: name) + (name.contains("rule_") ? "\\(" : "/")
  }

  /// Whether it starts the program in a terminal.
  var isEndToEnd: Bool { target == "EndToEndTests" || target == "PTYTests" }

  /// The units in a list of tests, without walks and faults, which take too long for each change.
  static func units(in list: String) -> [TestUnit] {
    var names: [String] = []
    for line in list.split(separator: "\n")
    where line.first?.isUppercase == true && line.contains("/") {
      guard !line.contains("EndToEndTests.WalkTests"), !line.contains("EndToEndTests.FaultTests")
      else { continue }
      let name =
        line.contains("/rule_")
        ? line.prefix { $0 != "(" } : line[..<(line.firstIndex(of: "/") ?? line.endIndex)]
      if names.last != String(name), !names.contains(String(name)) { names.append(String(name)) }
    }
    return names.map(TestUnit.init)
  }
}
