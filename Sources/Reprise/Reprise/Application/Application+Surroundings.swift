/// What is looked for only while somebody observes it: what is plugged in, and the power (contract 8.6, table 4-1).
extension Application {
  /// What is plugged in now, by its path; nothing where ``systemFiles`` name no place to look.
  ///
  /// It is read anew at each call, which takes a fraction of a millisecond.
  public var accessories: [Accessory] {
    systemFiles.accessories.sorted { $0.path < $1.path }
  }

  /// Where the power comes from now; `nil` where ``systemFiles`` name no place to look.
  ///
  /// It is read anew at each call.
  public var power: PowerState? { systemFiles.powerState }

  /// What is known beside what files say.
  var surroundings: Surroundings {
    Surroundings(
      windowSize: device.size, isPersonNear: isPersonNear, observed: observedChanges)
  }

  /// The kinds of changes with an observer that lives.
  var observedChanges: Set<SystemChange> {
    Set(changeObservers.filter { $0.object != nil }.map(\.change))
  }

  /// Begins with what has to be looked for as soon as somebody observes it.
  func beginToObserve(_ change: SystemChange) {
    if change == .presence { startLoginWatch() }
    systemWatch.beginToObserve(change)
    if systemWatch.hasLooked { watchWhatIsObserved() }
  }

  /// Has the kernel tell of what somebody observes, and of nothing else.
  func watchWhatIsObserved() {
    let observed = observedChanges
    if !observed.contains(.accessories) {
      accessoryMonitor = nil
    } else if accessoryMonitor == nil, systemFiles.devices != nil || systemFiles.mounts != nil {
      accessoryMonitor = AccessoryMonitor(
        devices: systemFiles.devices, mounts: systemFiles.mounts
      ) { [weak self] in self?.lookAround() }
    }
    if !observed.contains(.power) {
      powerMonitor = nil
    } else if powerMonitor == nil, systemFiles.power != nil {
      powerMonitor = PowerMonitor { [weak self] in self?.lookAround() }
    }
  }
}
