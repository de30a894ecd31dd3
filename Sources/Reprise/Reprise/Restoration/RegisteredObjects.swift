/// The registered objects: neither views nor controllers, each with an identifier.
///
/// The references are weak, so unregistering is not needed (contract 6.4).
struct RegisteredObjects {
  private struct Entry {
    weak var object: (any StateRestoring)?
    var identifier: String

    /// The number that distinguishes objects with the same path, for the object's lifetime.
    var ordinal: Int

    /// Whether anything that is saved has ever referred to the object.
    var wasReferredTo = false
  }

  /// The entries in the order of registration.
  private var entries: [Entry] = []

  /// Registers an object, or gives it another identifier.
  ///
  /// - Returns: Whether another object has the same path. Objects with a restoration class need no path
  ///   of their own.
  mutating func register(_ object: any StateRestoring, identifier: String) -> Bool {
    let wasReferredTo = entries.contains { $0.object === object && $0.wasReferredTo }
    entries.removeAll { $0.object == nil || $0.object === object }
    let taken = Set(
      namesakes(identifier, in: object.restorationParent)
        .filter { $0.object?.objectRestorationClass == nil }.map(\.ordinal))
    let hasClass = object.objectRestorationClass != nil
    let ordinal = hasClass ? 0 : (0...taken.count).first { !taken.contains($0) } ?? taken.count
    entries.append(
      Entry(
        object: object, identifier: identifier, ordinal: ordinal, wasReferredTo: wasReferredTo))
    return ordinal > 0
  }

  /// Notes that something that is saved refers to an object.
  mutating func noteReference(to object: AnyObject) {
    if let index = entries.firstIndex(where: { $0.object === object }) {
      entries[index].wasReferredTo = true
    }
  }

  /// The identifiers of the objects to which nothing that is saved has ever referred, the kit's own left out.
  var unreferenced: [String] {
    entries.filter { $0.object != nil && !$0.wasReferredTo && !$0.identifier.hasPrefix("reprise.") }
      .map(\.identifier)
  }

  /// The identifier of an object; `nil` if it is not registered.
  func identifier(of object: AnyObject) -> String? {
    entries.first { $0.object === object }?.identifier
  }

  /// The index among the objects of one path; `nil` for the first.
  func index(of object: AnyObject) -> Int? {
    entries.first { $0.object === object }.flatMap { $0.ordinal > 0 ? $0.ordinal : nil }
  }

  /// The object of a path.
  func object(
    _ identifier: String, in parent: (any StateRestoring)?, index: Int?
  ) -> (any StateRestoring)? {
    namesakes(identifier, in: parent).first { $0.ordinal == index ?? 0 }?.object
  }

  private func namesakes(_ identifier: String, in parent: (any StateRestoring)?) -> [Entry] {
    entries.filter { entry in
      entry.identifier == identifier
        && entry.object.map { $0.restorationParent === parent } ?? false
    }
  }
}
