import Observation

/// Something observable without a value: tripping it tells whoever read it since, and ends their
/// tracking.
nonisolated final class Tripwire: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var wire: Void { () }

  /// Reads it, under the tracking that is going on.
  func arm() { registrar.access(self, keyPath: \.wire) }

  /// Tells whoever read it.
  func trip() { registrar.withMutation(of: self, keyPath: \.wire) {} }
}
