import Dispatch
import Foundation

extension Application {
  /// Does something beside the interface: what takes longer than a person notices does not belong
  /// into a turn.
  ///
  /// The work runs on a thread of its own that ends with it, so an app at rest has none. What it
  /// reports, and its completion, enter as events: each in a turn, on the main thread, with layout,
  /// preservation and drawing after it. While the app is in the background they wait. The thread has a
  /// lower priority: it leaves the processor to a key at once.
  ///
  /// What is saved has to make sense at every moment before the completion: a kill ends the work, and
  /// the next launch has to begin it anew.
  ///
  /// - Parameters:
  ///   - work: What to do; it is given what it reports to and is cancelled by.
  ///   - completion: Called with what the work returned or threw, unless it was cancelled.
  /// - Returns: What the work is cancelled by.
  @discardableResult
  public func perform<Value: Sendable>(
    inBackground work: @escaping @Sendable (BackgroundWork) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) -> BackgroundWork {
    let events = backgroundEvents
    let begun = BackgroundWork(events: events)
    events.begin()
    Thread.detachNewThread {
      // On Linux a thread has a niceness of its own. With that of the interface it would keep the
      // processor to the end of its slice, up to 4 ms, when a key wakes the interface.
      _ = nice(Self.niceness)
      let result = Result { try work(begun) }
      begun.report { completion(result) }
      events.end()
    }
    return begun
  }

  /// How much less urgent work beside the interface is: a third of the processor's time where both want it.
  private nonisolated static let niceness: Int32 = 5

  /// Whether background work goes on, or has said something that is not on the screen yet.
  public var isWorkingInBackground: Bool { !backgroundEvents.isIdle }

  /// Waits until no background work is left, and shows what it reports meanwhile.
  ///
  /// For tests, and for programs that draw a picture of the app: what is on the screen then depends on
  /// nobody's speed.
  ///
  /// - Parameter seconds: How long to wait at most.
  /// - Returns: Whether all of it has ended.
  @discardableResult
  public func finishBackgroundWork(within seconds: Int = 60) -> Bool {
    let deadline = DispatchTime.now() + .seconds(seconds)
    deliverBackgroundEvents()
    while isWorkingInBackground, canDraw {
      guard backgroundEvents.wait(until: deadline) else { return false }
      deliverBackgroundEvents()
    }
    return !isWorkingInBackground
  }

  /// Whether a turn can draw: after the first frame and before the end, in front.
  var canDraw: Bool {
    restorationExtension.isFirstFrameOut && termination == nil && state != .background
  }
}
