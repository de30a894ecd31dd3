import Dispatch
import Foundation
import Observation

/// What one call of ``Responder/updateProperties()`` read, as long as none of it changed.
///
/// To let go of it ends the tracking: nothing stays behind in a model that outlives many screens.
final class PropertyTracking {
  private weak var responder: Responder?
  private let tripwire: Tripwire?

  private init(for responder: Responder, tripwire: Tripwire?) {
    self.responder = responder
    self.tripwire = tripwire
  }

  deinit { tripwire?.trip() }

  /// The classes of which an object has read anything that may change.
  ///
  /// The others are spared the tripwire: most views have nothing to update. Nothing else hangs on it, so several
  /// apps in one process may share it.
  private static var readingClasses: Set<ObjectIdentifier> = []

  /// Runs what updates a responder's properties; what that reads marks the responder when it changes.
  ///
  /// - Returns: What to hold on to; `nil` when nothing was read that can change.
  static func run(for responder: Responder, _ update: () -> Void) -> PropertyTracking? {
    let type = ObjectIdentifier(Swift.type(of: responder))
    let isReading = readingClasses.contains(type)
    let tripwire = isReading ? Tripwire() : nil
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
    // Observation holds on to what it calls only where something was read.
    guard !isKnownUniquelyReferenced(&probe) else { return nil }
    if !isReading { readingClasses.insert(type) }
    return tracking
  }

  private func didChange() {
    guard responder?.tracking === self else { return }
    responder?.setNeedsUpdateProperties()
  }

  /// Says by its references whether it is held.
  private nonisolated final class Probe: Sendable {
    func noteChange() {}
  }
}

/// Whether the main actor's code runs here.
///
/// In an app that is the main thread. Where `dispatchMain()` took that away, as under a test runner, any
/// thread serves the main queue.
nonisolated private var isOnMainActor: Bool {
  Thread.isMainThread || DispatchQueue.getSpecific(key: markOfMainQueue) == true
}

nonisolated private let markOfMainQueue: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
