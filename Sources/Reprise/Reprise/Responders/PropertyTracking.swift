import Dispatch
import Foundation
import Observation

/// Tracks the properties that one call of ``Responder/updateProperties()`` read.
///
/// Ends when something that was read changes, or when the last reference to it goes: a model that
/// outlives many screens keeps nothing of them.
final class PropertyTracking {
  private weak var responder: Responder?
  private let tripwire: ObservationTrigger?

  private init(for responder: Responder, tripwire: ObservationTrigger?) {
    self.responder = responder
    self.tripwire = tripwire
  }

  deinit { tripwire?.trip() }

  /// The classes of which an object has ever read something observable.
  ///
  /// Other classes are spared the tripwire, since most views have nothing to update. The set only saves
  /// time, so several apps in one process may share it.
  private static var readingClasses: Set<ObjectIdentifier> = []

  /// Updates the properties of a responder, and marks the responder when anything that was read
  /// changes.
  ///
  /// - Returns: The tracking, to be held by the responder; `nil` if nothing observable was read.
  static func run(for responder: Responder, _ update: () -> Void) -> PropertyTracking? {
    let type = ObjectIdentifier(Swift.type(of: responder))
    let isReading = readingClasses.contains(type)
    let tripwire = isReading ? ObservationTrigger() : nil
    let tracking = PropertyTracking(for: responder, tripwire: tripwire)
    var probe = Probe()
    withObservationTracking {
      tripwire?.arm()
      update()
    } onChange: { [weak tracking, probe] in
      probe.noteChange()
      guard let tracking else { return }
      if isOnMainActor {
        MainActor.assumeIsolated { tracking.didChange() }
      } else {
        DispatchQueue.main.async { tracking.didChange() }
      }
    }
    // Observation holds the closure, and with it the probe, only if something was read.
    guard !isKnownUniquelyReferenced(&probe) else { return nil }
    if !isReading { readingClasses.insert(type) }
    return tracking
  }

  private func didChange() {
    guard responder?.tracking === self else { return }
    responder?.setNeedsUpdateProperties()
  }

  /// Tells by its reference count whether Observation holds it.
  private nonisolated final class Probe: Sendable {
    func noteChange() {}
  }
}

/// Whether this is where main-actor code runs.
///
/// In an app that is the main thread. After `dispatchMain()`, as under a test runner, it is whichever
/// thread serves the main queue.
nonisolated private var isOnMainActor: Bool {
  Thread.isMainThread || DispatchQueue.getSpecific(key: markOfMainQueue) == true
}

nonisolated private let markOfMainQueue: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// An observable without a value: tripping it notifies all trackers that have read it since, and
/// ends their tracking.
nonisolated final class ObservationTrigger: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var wire: Void { () }

  /// Reads it, under the tracking that is going on.
  func arm() { registrar.access(self, keyPath: \.wire) }

  /// Notifies all trackers that have read it.
  func trip() { registrar.withMutation(of: self, keyPath: \.wire) {} }
}
