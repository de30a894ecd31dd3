/// A step in the life of an app (contract 1.10).
public enum ApplicationTransition: Hashable, Sendable {
  /// Everything was restored.
  case didFinishLaunching
  /// The app gets keys from now on.
  case didBecomeActive
  /// The app will get no keys for a while.
  case willResignActive
  /// The app left the screen; state is stored after this.
  case didEnterBackground
  /// The app comes back to the screen.
  case willEnterForeground
  /// The app ends.
  case willTerminate
  /// Protected data will be closed; it is still open (contract 8.3.7).
  case protectedDataWillBecomeUnavailable
  /// Protected data is open again.
  case protectedDataDidBecomeAvailable
}

extension Application {
  /// Calls a closure at a step in the life of the app, after the delegate.
  ///
  /// The observer is held weakly, so nobody has to stop observing.
  ///
  /// - Parameters:
  ///   - transition: The step.
  ///   - observer: The closure is called while this object lives.
  ///   - action: The closure, which must not hold the observer strongly.
  public func observe(
    _ transition: ApplicationTransition, with observer: AnyObject, action: @escaping () -> Void
  ) {
    observers.removeAll { $0.object == nil }
    observers.append(TransitionObserver(object: observer, transition: transition, action: action))
  }

  /// How long delegate and observers of a transition may take together without a line in the log.
  static let handlerPatience = Duration.milliseconds(200)

  /// Calls the delegate, then the observers; the log names those that take long (contract 8.6).
  func announce(_ transition: ApplicationTransition) {
    let start = ContinuousClock.now
    defer {
      let taken = ContinuousClock.now - start
      if taken > Self.handlerPatience {
        logger.notice(
          "slow \(transition)", metadata: ["milliseconds": "\(Int(taken / .milliseconds(1)))"])
      }
    }
    switch transition {
    case .didFinishLaunching: delegate.applicationDidFinishLaunching(self)
    case .didBecomeActive: delegate.applicationDidBecomeActive(self)
    case .willResignActive: delegate.applicationWillResignActive(self)
    case .didEnterBackground: delegate.applicationDidEnterBackground(self)
    case .willEnterForeground: delegate.applicationWillEnterForeground(self)
    case .willTerminate: delegate.applicationWillTerminate(self)
    case .protectedDataWillBecomeUnavailable:
      delegate.applicationProtectedDataWillBecomeUnavailable(self)
    case .protectedDataDidBecomeAvailable:
      delegate.applicationProtectedDataDidBecomeAvailable(self)
    }
    for observer in observers where observer.transition == transition && observer.object != nil {
      observer.action()
    }
  }
}

/// An observer of a transition.
struct TransitionObserver {
  weak var object: AnyObject?
  let transition: ApplicationTransition
  let action: () -> Void
}
