/// The rule numbers of the contract, as listed in `contract.txt`.
struct ContractNumbers {
  let numbers: [String]

  /// Reads lines of numbers separated by spaces; `1.1.1-7` means seven numbers, `#` starts a comment.
  init(_ text: String) throws(UnreadableLine) {
    var numbers: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") {
      for word in line.split(separator: " ") {
        guard let range = Self.range(word) else {
          throw UnreadableLine(number: index + 1, text: String(line))
        }
        numbers += range
      }
    }
    self.numbers = numbers
  }

  private static func range(_ word: Substring) -> [String]? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return ends.count == 1 ? [String(word)] : nil }
    let parts = ends[0].split(separator: ".")
    guard let first = parts.last.flatMap({ Int($0) }), let last = Int(ends[1]), first < last else {
      return nil
    }
    return (first...last).map {
      (parts.dropLast().map(String.init) + ["\($0)"]).joined(separator: ".")
    }
  }
}
