/// The places that a typed text may name.
public enum NamedPlaces: Sendable {
  /// Exactly one place.
  case one(Place)
  /// Several places, in the order of the tree.
  case several([Place])
  /// No place; one whose names differ only in accents, if there is any.
  case none(similar: Place?)
}

extension PlaceStore {
  /// The places outside the trash that a text names: by their path, or else by the end of their path.
  ///
  /// Case and the number of spaces between words do not matter.
  public func named(_ text: String) throws(InventoryError) -> NamedPlaces {
    let wanted = Place.comparedNames(in: text)
    guard !wanted.isEmpty else { return .none(similar: nil) }
    let places = try fetchAll().map { ($0, Place.comparedNames(in: $0.path)) }
    if let exact = places.first(where: { $0.1 == wanted }) { return .one(exact.0) }
    let found = places.filter { $0.1.suffix(wanted.count) == wanted[...] }.map(\.0)
    if let only = found.first { return found.count == 1 ? .one(only) : .several(found) }
    let plain = wanted.map { SortKey.key(for: $0) }
    return .none(
      similar: places.first { $0.1.suffix(plain.count).map { SortKey.key(for: $0) } == plain }?.0)
  }
}

/// Finds the place whose name differs from a typed one only in accents.
///
/// Such names are two places, but often mean one.
public struct SimilarPlaces: Sendable {
  private var places: [String: [Place]] = [:]

  /// - Parameter places: The places among which the typed name is to be.
  public init(_ places: [Place]) {
    for place in places { self.places[Self.key(of: place.name), default: []].append(place) }
  }

  private static func key(of name: String) -> String { SortKey.key(for: PlacePath.folded(name)) }

  /// The place; `nil` if no name is similar, or one is equal.
  public func place(like name: String) -> Place? {
    let folded = PlacePath.folded(name)
    let found = places[Self.key(of: name)] ?? []
    return found.contains { PlacePath.folded($0.name) == folded } ? nil : found.first
  }
}
