import Guardian
import Terminal

/// The services of the system, and the observers of transitions.
extension Application {
  /// Calls a closure at a step in the life of the app, after the delegate.
  ///
  /// The observer is held weakly, so it need not be removed.
  ///
  /// - Parameters:
  ///   - transition: The step.
  ///   - observer: The closure is called while this object lives.
  ///   - action: The closure, which must not hold the observer strongly.
  public func observe(
    _ transition: ApplicationTransition, with observer: AnyObject, action: @escaping () -> Void
  ) {
    lifeCycle.observe(transition, with: observer, action: action)
  }

  /// Stops the process until it is continued; returns `false` at once if it could not be continued.
  public var stopProcess: () -> Bool {
    get { lifeCycle.services.stopProcess ?? { false } }
    set { lifeCycle.services.stopProcess = newValue }
  }

  /// Has the shell treat the app as stopped while its background tasks run on; returns `false` at once if
  /// it could not be continued.
  public var stopJob: () -> Bool {
    get { lifeCycle.services.stopJob }
    set { lifeCycle.services.stopJob = newValue }
  }

  /// Stops the process until it is continued, or has something to do for its connection; returns `nil` at once if
  /// it could not be continued.
  public var sleepProcess: (Guardian.Suspension) -> Guardian.Wake? {
    get { lifeCycle.services.sleepProcess }
    set { lifeCycle.services.sleepProcess = newValue }
  }

  /// Gives the process more time after its connection woke it.
  public var needTime: (Duration) -> Void {
    get { lifeCycle.services.needTime }
    set { lifeCycle.services.needTime = newValue }
  }

  /// Called around every stop of the process, to release resources that others wait for, such as a lock.
  ///
  /// It has to call its argument once. A stopped process that holds the lock of a file keeps everybody
  /// out until `fg`.
  public var aroundStop: (_ stop: () -> Void) -> Void {
    get { lifeCycle.services.aroundStop }
    set { lifeCycle.services.aroundStop = newValue }
  }

  /// Kills the app if it takes too long to start, to stop or to leave; does nothing by default.
  package var watchdog: Watchdog {
    get { lifeCycle.services.watchdog ?? Watchdog() }
    set { lifeCycle.services.watchdog = newValue }
  }
}
