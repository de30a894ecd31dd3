import Foundation

/// What a launch tells of how far it has come, for the next one to know what it died of.
extension StateStore {
  /// Says that restoring begins; until ``didProveHealthy()`` a death may count against the state.
  public func willRestore() {
    didRestore = true
    try? launchGuard?.begin(step)
    launchGuard?.enter(.restoring)
  }

  /// Says which object comes back next; `nil` stands for none in particular.
  public func noteRestoring(_ node: NodeID?) {
    launchGuard?.note(node)
  }

  /// Says that all objects are back: the app goes on with its own affairs.
  public func didRestoreAll() {
    launchGuard?.enter(.settingUp)
  }

  /// Says that the first frame is laid out and drawn next, and which screen it shows.
  public func willShow(_ node: NodeID?) {
    launchGuard?.note(node)
    launchGuard?.enter(.showing)
  }

  /// Says that the first frame is drawn and about to be seen: whoever kills the program now has seen
  /// everything.
  public func willShowFirstFrame() {
    launchGuard?.enter(.onScreen)
  }

  /// Says that the first frame is on the screen; from now on only a crash counts.
  public func didFinishLaunching() {
    launchGuard?.enter(.onScreen)
    records = []
  }

  /// Whether this launch has yet to prove healthy.
  public var isOnProbation: Bool { launchGuard?.isActive ?? false }

  /// Says that the app has worked for a while on what it restored.
  ///
  /// What it works on is kept as the previous generation, on a thread of its own.
  public func didProveHealthy() {
    guard isOnProbation else { return }
    launchGuard?.end()
    guard deservesGeneration, let session else { return }
    let (archive, target) = (session.archivePath, session.generationPath)
    Thread.detachNewThread {
      try? Generation.keep(archive, as: target, through: "\(target).new")
    }
  }

  /// Whether this launch came back with everything: what had to be left out or put aside may be in
  /// the generation that there is.
  var deservesGeneration: Bool { didRestore && step.level == 0 && notice == nil }

  /// Says that the app leaves in order, which is no death.
  public func willLeave() {
    if isOnProbation { launchGuard?.end() }
  }
}
