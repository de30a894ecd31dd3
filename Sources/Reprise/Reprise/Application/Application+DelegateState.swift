import Preservation

extension Application {
  /// Says that `willEncodeRestorableState` of the delegate would write something else now, or that
  /// the person does something else, so that this turn stores it.
  ///
  /// The delegate is asked again before the turn is stored; other turns store what it wrote last. An
  /// object that it refers to for the first time is stored with it. The pilot reports a change that was
  /// not marked. This is like AppKit's `invalidateRestorableState()`.
  public func setNeedsPreservation() {
    delegateState.isOutdated = true
    preserver.setNeedsPreservation(self)
  }

  /// Asks the delegate whether to keep state; turns use the answer until it is asked again.
  func askWhetherToPreserve() {
    snapshots.isIgnored = false
    let coder = Coder([], references: preserver, userInfo: preserver.environment)
    preserver.collect {
      activityKeeping.keepsTree = delegate.application(self, shouldSaveApplicationState: coder)
    }
    saveActivity()
    isPreserving = activityKeeping.keepsTree || activityKeeping.value != nil
    guard isPreserving else { return }
    delegateState.answer = activityKeeping.keepsTree ? coder.values : []
    delegateState.isOutdated = false
    delegateState.values = valuesOfDelegate()
    preserver.setNeedsFullPreservation()
  }

  /// Asks the delegate again if its state changed.
  func askDelegateIfOutdated() {
    guard delegateState.isOutdated else { return }
    delegateState.isOutdated = false
    delegateState.values = valuesOfDelegate()
    saveActivity()
  }

  /// What the delegate writes now, added to what it wrote in `shouldSave`.
  private func valuesOfDelegate() -> [(key: String, value: Value)] {
    let coder = Coder(
      [KeyedValue](delegateState.answer), references: preserver, userInfo: preserver.environment)
    guard activityKeeping.keepsTree else { return [] }
    preserver.collect {
      delegate.application(self, willEncodeRestorableStateWith: coder)
      preserver.encode(delegateState.properties, of: delegate, with: coder)
    }
    return coder.values
  }

  /// Finds the ``Restorable`` properties of the delegate.
  func attachDelegateProperties() {
    delegateState.properties = RestorableProperties.find(in: delegate)
    preserver.noteTwins(among: delegateState.properties, of: delegate)
    for property in delegateState.properties {
      property.didChange = { [weak self] in self?.setNeedsPreservation() }
    }
  }

  /// Has the delegate read what it wrote, its properties first.
  func decodeDelegateState(with coder: Coder) {
    for property in delegateState.properties { property.decode(with: coder) }
    delegate.application(self, didDecodeRestorableStateWith: coder)
    preserver.noteMismatches(in: coder, of: delegate)
  }

  /// Encodes the whole interface as it is now, the delegate included.
  ///
  /// Tests compare it with the archive after every turn: a difference is a change that was not marked.
  /// It changes nothing.
  package func fullWalk() -> [NodeID: ObjectRecord] {
    let kept = (delegateState, snapshots.isIgnored, activityKeeping)
    delegateState.values = valuesOfDelegate()
    saveActivity()
    defer { (delegateState, snapshots.isIgnored, activityKeeping) = kept }
    return preserver.fullWalk()
  }
}

/// What the delegate wrote, which is stored in the application's record.
struct DelegateState {
  /// The ``Restorable`` properties of the delegate.
  var properties: [RestorableProperty] = []

  /// What it wrote in `shouldSave`.
  var answer: [(key: String, value: Value)] = []

  /// What it wrote in `shouldSave`, and in `willEncode` since.
  var values: [(key: String, value: Value)] = []

  /// Whether it would write something else now.
  var isOutdated = false
}
