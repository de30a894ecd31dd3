import Preservation

extension Restorer {
  /// Makes restored objects carry along everything that this version of the app doesn't know.
  func carryWhatIsUnknown() {
    for saved in objects.all where saved.isAdopted {
      let carried = Carried(values: unreadValues(of: saved), links: keptLinks(of: saved))
      if !carried.isEmpty { preserver.carry(carried, with: saved.record.node) }
    }
  }

  /// The values of an object that were not read.
  ///
  /// If this very version saved the state, these values are leftovers, and are dropped. Without a version the
  /// app can't tell, and keeps them.
  private func unreadValues(of saved: SavedObject) -> [(key: String, value: Value)] {
    guard let coder = saved.coder else { return [] }
    guard isForeign || !saved.stored.carried.isEmpty else { return [] }
    let linked = Set(keptLinks(of: saved).map(\.key))
    let passedOn = Set(saved.stored.carried.keys)
    return coder.unreadKeys.filter { (isForeign || passedOn.contains($0)) && !linked.contains($0) }
      .compactMap { key in coder.value(forKey: key).map { (key, $0) } }
  }

  /// The values that refer to objects which stay in the state.
  private func keptLinks(of saved: SavedObject) -> [(key: String, saved: Value)] {
    guard keepsAnything else { return [] }
    return saved.record.values.filter { $0.value.references.contains(where: isKept) }
      .map { ($0.key, $0.value) }
  }

  private func isKept(_ node: NodeID) -> Bool { objects[node]?.isKept ?? false }
}
