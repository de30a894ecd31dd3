/// The activity of the person, stored with the tree of screens (contract 10.2).
extension Application {
  /// The activity in the state that this launch found; `nil` before it is restored.
  ///
  /// It is there when the delegate is asked whether to restore the tree of screens.
  public var stateRestorationActivity: UserActivity? { restoration.activity }

  /// The name of the session: the same at every launch, and in a copy of the home.
  ///
  /// `nil` where no state can be kept.
  public var sessionIdentifier: String? { store.sessionName }

  /// The current activity: that of the focus, else of the nearest screen around or below it.
  ///
  /// A sheet without an activity belongs to that of the screen below it.
  public var userActivity: UserActivity? {
    respondersInFront.lazy.compactMap(\.userActivity).first
  }

  /// The responders from the focus outwards, then those of the screens below, each once.
  private var respondersInFront: [Responder] {
    var found: [Responder] = []
    var responder = window.firstResponder
    while let next = responder {
      found.append(next)
      responder = next.next
    }
    var screen = window.frontController
    while let next = screen {
      if !found.contains(where: { $0 === next }) { found.append(next) }
      screen = next.parent ?? next.presentingViewController?.innermostChild
    }
    return found
  }

  /// Lets every responder in front that has this activity add its values.
  func updateResponders(_ activity: UserActivity) {
    for responder in respondersInFront where responder.userActivity === activity {
      responder.updateUserActivityState(activity)
    }
  }
}
