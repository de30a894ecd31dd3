import Foundation

/// Records a launch's progress, so that the next launch knows what a death means.
extension StateStore {
  /// Marks the start of restoring; until ``didProveHealthy()`` a death may count against the state.
  package func willRestore() {
    didRestore = true
    try? launchGuard?.begin(step)
    launchGuard?.enter(.restoring)
  }

  /// Records which object is restored next; `nil` for none in particular.
  package func noteRestoring(_ node: NodeID?) {
    launchGuard?.note(node)
  }

  /// Marks the end of restoring: the app's own setup follows.
  package func didRestoreAll() {
    launchGuard?.enter(.settingUp)
  }

  /// Marks the layout and drawing of the first frame, and records the screen that it shows.
  package func willShow(_ node: NodeID?) {
    launchGuard?.note(node)
    launchGuard?.enter(.showing)
  }

  /// Marks the first frame as about to appear: a later kill comes from somebody who saw it.
  package func willShowFirstFrame() {
    launchGuard?.enter(.onScreen)
  }

  /// Marks the first frame as shown; from now on only a crash counts.
  package func didFinishLaunching() {
    launchGuard?.enter(.onScreen)
    records = []
  }

  /// Whether this launch has yet to prove healthy.
  package var isOnProbation: Bool { launchGuard?.isActive ?? false }

  /// Marks the launch as healthy: the app has run for a while on what it restored.
  ///
  /// Copies the archive as the previous generation, on a background thread.
  package func didProveHealthy() {
    guard isOnProbation else { return }
    launchGuard?.end()
    guard deservesGeneration, let session else { return }
    let (archive, target) = (session.archivePath, session.generationPath)
    Thread.detachNewThread {
      try? Generation.keep(archive, as: target, through: "\(target).new")
    }
  }

  /// Whether this launch restored everything; otherwise the existing generation may hold what it
  /// left out.
  var deservesGeneration: Bool { didRestore && step.level == 0 && notice == nil }

  /// Ends the probation, since the app exits in order.
  package func willLeave() {
    if isOnProbation { launchGuard?.end() }
  }
}
