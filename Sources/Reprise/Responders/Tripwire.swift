import Observation

/// Something to read that holds nothing: to trip it tells whoever read it since, and ends their tracking.
nonisolated final class Tripwire: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var wire: Void { () }

  /// Reads it.
  func arm() { registrar.access(self, keyPath: \.wire) }

  /// Tells whoever read it.
  func trip() { registrar.withMutation(of: self, keyPath: \.wire) {} }
}
