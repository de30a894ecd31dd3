/// One thing that UIKit's restoration and life cycle do or ask for, as `account.txt` lists it.
struct AccountItem {
  enum Kind: String, CaseIterable {
    /// The kit or Keepsake does it, and tests show it.
    case kept
    /// A terminal has something else that does it.
    case mapped
    /// It is not done yet.
    case missing
    /// It is not going to be done.
    case out
  }

  var number: Int
  var kind: Kind
  var wording: String

  /// The equivalent of what is mapped, or why something is missing or out; empty for what is kept.
  var remark = ""

  /// The tests that show it.
  var tests: [String] = []
}

extension AccountItem: TableRow {
  /// Reads `number | kept | wording | tests`, `number | mapped | wording | equivalent | tests`,
  /// `number | missing | wording | what is there instead`, or `number | out | wording | reason`.
  init?(parts: [String]) {
    guard parts.count >= 4, parts.allSatisfy({ !$0.isEmpty }), let number = Int(parts[0]),
      let kind = Kind(rawValue: parts[1])
    else { return nil }
    self.init(number: number, kind: kind, wording: parts[2])
    switch (kind, parts.count) {
    case (.kept, 4): tests = Self.names(in: parts[3])
    case (.missing, 4), (.out, 4): remark = parts[3]
    case (.mapped, 5):
      remark = parts[3]
      tests = Self.names(in: parts[4])
    default: return nil
    }
  }

  private static func names(in list: String) -> [String] {
    list.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}
