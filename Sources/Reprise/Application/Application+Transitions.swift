/// A change in the life of an app (contract 1.10).
public enum ApplicationTransition: Hashable, Sendable {
  /// Everything was restored.
  case didFinishLaunching
  /// The app gets keys from now on.
  case didBecomeActive
  /// The app will get no keys for a while.
  case willResignActive
  /// The app has left the screen; state is stored after this.
  case didEnterBackground
  /// The app comes back to the screen.
  case willEnterForeground
  /// The app ends.
  case willTerminate
}

extension Application {
  /// Has an object hear of a change in the life of the app, after the delegate.
  ///
  /// The object is held weakly: nobody has to stop observing.
  ///
  /// - Parameters:
  ///   - transition: What to hear of.
  ///   - observer: As long as this lives, `action` is called.
  ///   - action: What to do; must not hold the observer strongly.
  public func observe(
    _ transition: ApplicationTransition, with observer: AnyObject, action: @escaping () -> Void
  ) {
    observers.removeAll { $0.object == nil }
    observers.append(TransitionObserver(object: observer, transition: transition, action: action))
  }

  /// Tells the delegate, then whoever observes.
  func announce(_ transition: ApplicationTransition) {
    switch transition {
    case .didFinishLaunching: delegate.applicationDidFinishLaunching(self)
    case .didBecomeActive: delegate.applicationDidBecomeActive(self)
    case .willResignActive: delegate.applicationWillResignActive(self)
    case .didEnterBackground: delegate.applicationDidEnterBackground(self)
    case .willEnterForeground: delegate.applicationWillEnterForeground(self)
    case .willTerminate: delegate.applicationWillTerminate(self)
    }
    for observer in observers where observer.transition == transition && observer.object != nil {
      observer.action()
    }
  }
}

/// Who hears of a transition.
struct TransitionObserver {
  weak var object: AnyObject?
  let transition: ApplicationTransition
  let action: () -> Void
}
