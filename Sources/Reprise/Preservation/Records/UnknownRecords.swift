/// State that this program cannot interpret and preserves for a version that can.
///
/// So a downgrade followed by an upgrade loses nothing.
package struct UnknownRecords: Hashable, Sendable {
  /// A value that referred to objects which this program could not restore.
  package struct Link: Hashable, Sendable {
    /// The key of the value.
    package var key: String

    /// The value as the other program saved it.
    package var saved: Value

    /// The value that this program saved for the key right after restoring.
    ///
    /// As long as the key still has it, nothing has changed, and ``saved`` may be restored.
    package var seen: Value?
  }

  var values: [KeyedValue] = []

  /// Values that refer to preserved objects which this program could not restore.
  package internal(set) var links: [Link] = []

  /// Makes an empty value.
  package init() {}

  /// Carries unread values and links to unrestored objects.
  package init(
    values: [(key: String, value: Value)], links: [(key: String, saved: Value)] = []
  ) {
    self.values = [KeyedValue](values)
    self.links = links.map { Link(key: $0.key, saved: $0.saved, seen: nil) }
  }

  /// Whether nothing is carried.
  package var isEmpty: Bool { values.isEmpty && links.isEmpty }

  /// The keys of the unread values.
  package var keys: [String] { values.map(\.key) }

  /// Appends every carried reference, in order.
  func appendReferences(to found: inout [NodeID]) {
    for entry in values { entry.value.appendReferences(to: &found) }
    for link in links { link.saved.appendReferences(to: &found) }
  }

  /// Drops carried values whose keys the object now saves itself.
  ///
  /// - Parameter isFirst: Whether the object saves for the first time since it was restored.
  package mutating func giveWay(to own: [(key: String, value: Value)], isFirst: Bool) {
    values.removeAll { carried in own.contains { $0.key == carried.key } }
    guard isFirst else { return }
    for index in links.indices {
      let key = links[index].key
      links[index].seen = own.first { $0.key == key }?.value
    }
  }
}

extension ObjectRecord {
  /// The values merged with the carried ones.
  ///
  /// A link is left out if its value has changed since.
  package var valuesWithCarried: [(key: String, value: Value)] {
    guard !carried.isEmpty else { return values }
    var merged = values
    for entry in carried.values where !merged.contains(where: { $0.key == entry.key }) {
      merged.append((entry.key, entry.value))
    }
    for link in carried.links {
      let position = merged.firstIndex { $0.key == link.key }
      guard position.map({ merged[$0].value }) == link.seen else { continue }
      if let position {
        merged[position].value = link.saved
      } else {
        merged.append((link.key, link.saved))
      }
    }
    return merged
  }
}
