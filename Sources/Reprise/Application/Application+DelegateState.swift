import Preservation

extension Application {
  /// Says that what the delegate writes in `willEncodeRestorableState` has changed, so that this turn
  /// stores it.
  ///
  /// The delegate is asked anew before the turn is stored; other turns store what it wrote last. An object
  /// that it refers to for the first time is stored with it. AppKit's `invalidateRestorableState()` is the
  /// idea. A pilot reports a change that nobody marked.
  public func setNeedsPreservation() {
    delegateState.isOutdated = true
    preserver.setNeedsPreservation(self)
  }

  /// Asks the delegate whether state is to be kept; turns in between go by the answer (design 2).
  func askWhetherToPreserve() {
    snapshots.isIgnored = false
    let coder = Coder(references: preserver, environment: preserver.environment)
    preserver.collect {
      isPreserving = delegate.application(self, shouldSaveApplicationState: coder)
    }
    guard isPreserving else { return }
    delegateState.answer = coder.values
    askDelegate()
    preserver.setNeedsFullPreservation()
  }

  /// Asks the delegate anew if it said that something changed.
  func askDelegateIfOutdated() {
    if delegateState.isOutdated { askDelegate() }
  }

  private func askDelegate() {
    delegateState.isOutdated = false
    delegateState.values = valuesOfDelegate()
  }

  /// What the delegate wants to be stored now, beside what it wrote with its last answer.
  private func valuesOfDelegate() -> [(key: String, value: Value)] {
    let coder = Coder(
      values: delegateState.answer, references: preserver, environment: preserver.environment)
    preserver.collect {
      delegate.application(self, willEncodeRestorableStateWith: coder)
      preserver.encode(delegateState.properties, with: coder)
    }
    return coder.values
  }

  /// Finds what the delegate keeps by ``Restorable``.
  func attachDelegateProperties() {
    delegateState.properties = RestorableProperties.find(in: delegate)
    for property in delegateState.properties {
      property.didChange = { [weak self] in self?.setNeedsPreservation() }
    }
  }

  /// Has the delegate read what it wrote, its properties first.
  func decodeDelegateState(with coder: Coder) {
    for property in delegateState.properties { property.decode(with: coder) }
    delegate.application(self, didDecodeRestorableStateWith: coder)
  }

  /// What a walk over the whole interface would store now, the delegate asked anew.
  ///
  /// Tests compare it with the archive after every turn: a difference is a change that somebody
  /// forgot to mark. It leaves everything as it was.
  package func fullWalk() -> [NodeID: ObjectRecord] {
    let (kept, isIgnored) = (delegateState, snapshots.isIgnored)
    delegateState.values = valuesOfDelegate()
    defer { (delegateState, snapshots.isIgnored) = (kept, isIgnored) }
    return preserver.fullWalk()
  }
}

/// What the delegate wrote; stored with the application's record.
struct DelegateState {
  /// What it keeps by ``Restorable``.
  var properties: [RestorableProperty] = []

  /// What it wrote in `shouldSave`, when it was last asked.
  var answer: [(key: String, value: Value)] = []

  /// The same with what it wrote in `willEncode` since.
  var values: [(key: String, value: Value)] = []

  /// Whether it has something else to write by now.
  var isOutdated = false
}
