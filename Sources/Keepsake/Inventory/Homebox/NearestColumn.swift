/// Finds the column of Homebox that an unknown one was probably meant to be: `HB.purchase_prize`, `Notes`.
struct NearestColumn {
  private let candidates: [(header: String, key: [UInt8], field: ItemField)]
  private let present: Set<ItemField>

  /// Doesn't suggest fields that already have a column in the file.
  init(without present: Set<ItemField>) {
    self.present = present
    candidates = FieldCatalogue.all.flatMap { row in
      row.headers.map { ($0, Self.key($0), row.field) }
    }
  }

  /// The nearest column and its field; `nil` if none is similar, or the file has it.
  func find(_ name: String) -> (header: String, field: ItemField)? {
    guard let found = nearest(to: name), !present.contains(found.field) else { return nil }
    return found
  }

  private func nearest(to name: String) -> (header: String, field: ItemField)? {
    let key = Self.key(name)
    guard key.count >= 3, key.count <= Self.longest else { return nil }
    let distances = candidates.map { EditDistance.between($0.key, key) }
    if let best = distances.indices.min(by: { distances[$0] < distances[$1] }),
      distances[best] <= max(1, key.count / 5)
    {
      return (candidates[best].header, candidates[best].field)
    }
    let within = candidates.filter { $0.key.count >= 4 && Self.contains(key, $0.key) }
    let around = candidates.first { Self.contains($0.key, key) }
    guard let found = within.max(by: { $0.key.count < $1.key.count }) ?? around else { return nil }
    return (found.header, found.field)
  }

  /// A longer name isn't a typing error.
  private static let longest = 60

  /// The letters and digits of a header after its prefix, in lower case.
  private static func key(_ header: String) -> [UInt8] {
    var bytes = Item.asciiLowercased(header).utf8.filter {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: ".")
    }
    for prefix in ["hb.field.", "hb."] where bytes.starts(with: prefix.utf8) {
      bytes.removeFirst(prefix.utf8.count)
    }
    return bytes.filter { $0 != UInt8(ascii: ".") }
  }

  private static func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { whole[$0...].starts(with: part) }
  }
}
