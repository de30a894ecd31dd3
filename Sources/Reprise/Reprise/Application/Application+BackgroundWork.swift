import Dispatch
import Foundation

extension Application {
  /// Runs work beside the interface: whatever takes longer than a person notices.
  ///
  /// The work has a thread of its own, which ends with it. What it reports, and its completion, enter
  /// as events: each has a turn on the main thread, with layout, preservation and drawing. In the
  /// background they wait. The thread has a lower priority, so that a key gets the processor at once.
  ///
  /// What is stored must make sense at every moment before the completion: a kill ends the work, and
  /// the next launch has to begin anew.
  ///
  /// - Parameters:
  ///   - work: Does the work; its argument reports, and says when to stop.
  ///   - completion: Called with the result, unless the work was cancelled.
  /// - Returns: The work, to be cancelled.
  @discardableResult
  public func perform<Value: Sendable>(
    inBackground work: @escaping @Sendable (BackgroundWork) throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
  ) -> BackgroundWork {
    let events = backgroundEvents
    let begun = BackgroundWork(events: events)
    let job = BackgroundJob {
      let result = Result { try work(begun) }
      begun.report { completion(result) }
    }
    events.begin(begun)
    Thread.detachNewThread {
      // On Linux each thread has a niceness. With that of the interface the thread would keep the
      // processor to the end of its slice, up to 4 ms, when a key wakes the interface.
      _ = nice(Self.niceness)
      job.run()
      events.end(begun)
    }
    return begun
  }

  /// The niceness of background work: it gets a third of the processor when both want it.
  private nonisolated static let niceness: Int32 = 5

  /// Whether background work is running, or has reported something that is not on screen yet.
  ///
  /// What waits for a pause of the person counts, too.
  public var isWorkingInBackground: Bool { !backgroundEvents.isIdle || !pauseCalls.isEmpty }

  /// Waits until no background work is left, and shows what it reports meanwhile.
  ///
  /// For tests, and for programs that draw a picture of the app: the picture must not depend on timing.
  ///
  /// - Parameter seconds: The longest time to wait.
  /// - Returns: Whether all work has ended.
  @discardableResult
  public func finishBackgroundWork(within seconds: Int = 60) -> Bool {
    let deadline = DispatchTime.now() + .seconds(seconds)
    while canDraw {
      deliverBackgroundEvents()
      performPauseCalls()
      // Where keys wait to be read there is no pause to wait for.
      let isPausing = pauseCalls.isEmpty || device.hasWaitingInput
      if !isPausing { continue }
      if backgroundEvents.isIdle { return true }
      guard backgroundEvents.wait(until: deadline) else { return false }
    }
    return !isWorkingInBackground
  }

  /// Cancels all background work, and waits until its threads have let go of what they work with.
  ///
  /// Call it before you close what the work reads. What it would have reported is forgotten.
  ///
  /// - Parameter seconds: The longest time to wait; work that does not look whether it is cancelled
  ///   runs on.
  /// - Returns: Whether all work has ended.
  @discardableResult
  public func cancelBackgroundWork(within seconds: Double = 60) -> Bool {
    let deadline = DispatchTime.now() + seconds
    heldBackWork.forEach { $0.cancel() }
    backgroundEvents.cancelAll()
    while backgroundEvents.isRunning {
      guard backgroundEvents.wait(until: deadline) else { return false }
    }
    backgroundEvents.cancelAll()
    return true
  }

  /// Whether a turn can draw: after the first frame, in the foreground, before the end.
  var canDraw: Bool {
    restorationExtension.isFirstFrameOut && termination == nil && state != .background
  }
}
