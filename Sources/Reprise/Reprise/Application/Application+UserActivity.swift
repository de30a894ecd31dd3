import Preservation

/// What the person is doing, beside the tree of screens (contract 10.2).
extension Application {
  /// The name of the session: the same at every launch, and in a copy of the home.
  ///
  /// `nil` where no state can be kept.
  public var sessionIdentifier: String? { store.sessionName }

  /// The activity of what is in front: of the focus, else of the nearest screen around or below it.
  ///
  /// A sheet that says nothing belongs to what the screen below it does.
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

  /// Asks the delegate for the activity, lets all who know more add it, and keeps it for the state.
  func saveActivity() {
    activityKeeping.inFront = userActivity
    guard let activity = delegate.stateRestorationActivity(for: self) else {
      return activityKeeping.value = nil
    }
    activity.didNeedSave = { [weak self] in self?.setNeedsPreservation() }
    activity.save(asking: updateResponders)
    if let problem = activity.problem {
      remark("the values of the activity “\(activity.activityType)” are not kept: \(problem)")
    }
    activityKeeping.value = activity.savedValue
  }

  /// Begins to store where the delegate wants no tree, but has an activity by now.
  func preserveActivityAlone() {
    guard !activityKeeping.keepsTree, !isPreserving, delegateState.isOutdated else { return }
    delegateState.isOutdated = false
    saveActivity()
    isPreserving = activityKeeping.value != nil
  }

  /// Lets every responder in front whose activity it is add what it knows.
  private func updateResponders(_ activity: UserActivity) {
    for responder in respondersInFront where responder.userActivity === activity {
      responder.updateUserActivityState(activity)
    }
  }

  /// Takes over the activity of the saved state, for the delegate to look at from now on.
  func readActivity() {
    guard let value = StoredActivity.value(in: store.records) else { return }
    stateRestorationActivity = UserActivity(savedValue: value)
  }

  /// Has the delegate go on with what the person did, unless the command line asks for an item.
  func restoreInteractionState() {
    guard launchOptions.item == nil, let stateRestorationActivity else { return }
    delegate.application(self, restoreInteractionStateWith: stateRestorationActivity)
  }

  /// Tells which sessions were discarded since (contract 10.2.6).
  func announceDiscardedSessions() {
    let discarded = store.discardedSessions
    guard !discarded.isEmpty else { return }
    delegate.application(self, didDiscardSessions: discarded)
    store.forgetDiscardedSessions(discarded)
  }
}

/// What is kept of the activity, and whether the tree of screens is kept beside it.
struct ActivityKeeping {
  /// The activity, as the next record of the application holds it.
  var value: Value?

  /// The activity that was in front then.
  var inFront: UserActivity?

  /// Whether the delegate wants the tree of screens to be stored.
  var keepsTree = true

  /// Writes the activity.
  func encode(with coder: Coder) {
    if let value { coder.encode(value: value, forKey: StoredActivity.key) }
  }
}
