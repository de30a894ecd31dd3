extension Restorer {
  /// Has the objects that came back pass on what this version of the app does not know (design 3).
  func carryWhatIsUnknown() {
    for record in stored.values where isAdopted(record) {
      let carried = Carried(values: unreadValues(of: record), links: keptLinks(of: record))
      if !carried.isEmpty { preserver.carry(carried, with: record.node) }
    }
  }

  /// The values that nobody asked for.
  ///
  /// Of state that this very version saved they are only left over, and not passed on.
  private func unreadValues(of record: ObjectRecord) -> [(key: String, value: Value)] {
    guard let coder = coders[record.node] else { return [] }
    guard isForeign || !record.carried.isEmpty else { return [] }
    let linked = Set(keptLinks(of: record).map(\.key))
    let passedOn = Set(record.carried.keys)
    return coder.unreadKeys.filter { (isForeign || passedOn.contains($0)) && !linked.contains($0) }
      .compactMap { key in coder.value(forKey: key).map { (key, $0) } }
  }

  /// The values that lead to objects which are kept.
  private func keptLinks(of record: ObjectRecord) -> [(key: String, saved: Value)] {
    guard !kept.isEmpty, let values = records[record.node]?.values else { return [] }
    return values.filter { $0.value.references.contains(where: kept.contains) }
      .map { ($0.key, $0.value) }
  }
}
