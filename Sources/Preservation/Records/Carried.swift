/// What one program found in an object's state and does not know, passed on for one that does.
///
/// So going back to an older version of a program and forward again loses nothing (design 3).
public struct Carried: Hashable, Sendable {
  /// A value that referred to objects which could not be brought back.
  public struct Link: Hashable, Sendable {
    /// The key of the value.
    public var key: String

    /// The value as the program that knows the objects saved it.
    public var saved: Value

    /// What the program that does not know them saved for the key right after coming back.
    ///
    /// While this stands there nothing was changed since, and ``saved`` may take its place again.
    public var seen: Value?
  }

  var values: [KeyedValue] = []

  /// Values that led to objects which are kept.
  public internal(set) var links: [Link] = []

  /// Carries nothing.
  public init() {}

  /// Carries values that nobody asked for, and values that lead to objects which are kept.
  public init(
    values: [(key: String, value: Value)], links: [(key: String, saved: Value)] = []
  ) {
    self.values = [KeyedValue](values)
    self.links = links.map { Link(key: $0.key, saved: $0.saved, seen: nil) }
  }

  /// Whether there is nothing to pass on.
  public var isEmpty: Bool { values.isEmpty && links.isEmpty }

  /// The keys of the values that nobody asked for.
  public var keys: [String] { values.map(\.key) }

  /// Adds every object that is referred to, in order.
  func appendReferences(to found: inout [NodeID]) {
    for entry in values { entry.value.appendReferences(to: &found) }
    for link in links { link.saved.appendReferences(to: &found) }
  }

  /// Gives way to what the object itself saves now.
  ///
  /// - Parameter isFirst: Whether this is the first time since the object came back.
  public mutating func giveWay(to own: [(key: String, value: Value)], isFirst: Bool) {
    values.removeAll { carried in own.contains { $0.key == carried.key } }
    guard isFirst else { return }
    for index in links.indices {
      let key = links[index].key
      links[index].seen = own.first { $0.key == key }?.value
    }
  }
}

extension ObjectRecord {
  /// The values with those that were passed on back in their places.
  ///
  /// A link whose value was changed in the meantime is left out.
  public var valuesWithCarried: [(key: String, value: Value)] {
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
