import Reprise
import Testing

/// The controllers that were part of the interface, and for those that have left it, where in the test they left.
struct Departures {
  private struct Entry {
    weak var controller: ViewController?

    /// The line of the test after which the controller had left; `nil` while it is part of the interface.
    var location: SourceLocation?
  }

  private var entries: [Entry] = []

  /// Notes which controllers are part of the interface after a call of the pilot.
  mutating func note(_ root: ViewController?, at location: SourceLocation) {
    var present: [ViewController] = []
    if let root { Self.collect(root, into: &present) }
    entries.removeAll { $0.controller == nil }
    for index in entries.indices {
      let isPresent = present.contains { $0 === entries[index].controller }
      entries[index].location = isPresent ? nil : entries[index].location ?? location
    }
    for controller in present where !entries.contains(where: { $0.controller === controller }) {
      entries.append(Entry(controller: controller))
    }
  }

  private static func collect(_ controller: ViewController, into found: inout [ViewController]) {
    found.append(controller)
    for child in controller.children { collect(child, into: &found) }
    if let presented = controller.presentedViewController { collect(presented, into: &found) }
  }

  /// Sets aside the controllers that have left already, while a test provokes problems with others.
  mutating func setAside() -> Departures {
    var others = Departures()
    others.entries = entries.filter { $0.location != nil }
    entries.removeAll { $0.location != nil }
    return others
  }

  /// Takes back what ``setAside()`` returned, unless it is part of the interface again.
  mutating func takeBack(_ others: Departures) {
    entries += others.entries.filter { other in
      !entries.contains { $0.controller === other.controller }
    }
  }

  /// A controller that one of its own closures retains.
  struct Leak {
    let name: String
    let location: SourceLocation
  }

  /// Returns the controllers that have left and that only their own closures retain; forgets all of them.
  ///
  /// Removes the closures of all remaining controllers: those that are gone then were retained by nothing else.
  mutating func takeLeaks() -> [Leak] {
    let departed = entries.filter { $0.location != nil }
    entries = []
    let names = departed.map { entry in
      entry.controller.map { controller in
        controller.dropClosures()
        return "\(type(of: controller)) “\(controller.restorationIdentifier ?? controller.title)”"
      }
    }
    return zip(departed, names).compactMap { entry, name in
      guard let name, let location = entry.location, entry.controller == nil else { return nil }
      return Leak(name: name, location: location)
    }
  }
}
