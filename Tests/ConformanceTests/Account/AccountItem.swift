/// One item of UIKit's restoration and life cycle, as listed in `account.txt`.
struct AccountItem {
  enum Kind: String, CaseIterable {
    /// The kit or Keepsake does it, and tests prove it.
    case kept
    /// A terminal has an equivalent.
    case mapped
    /// Not implemented yet.
    case missing
    /// Won't be implemented.
    case out
  }

  var number: Int
  var kind: Kind
  var wording: String

  /// The equivalent of a mapped item, or the reason for a missing or excluded one; empty for a kept one.
  var remark = ""

  /// The tests that prove it.
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
