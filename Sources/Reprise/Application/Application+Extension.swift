extension Application {
  /// Says that restoring goes on after the launch, until ``completeStateRestoration()``.
  ///
  /// For state that is restored away from the main thread. Until then a death counts as one while
  /// restoring: the next launch mistrusts the saved state (contract 6.11). Call it while the app
  /// launches, once for each thing that goes on. The interface works and is preserved meanwhile, so
  /// what is not yet restored has to be encoded as it was.
  public func extendStateRestoration() {
    guard !restorationExtension.isOver else {
      return remark("restoring was extended after it had ended: call it while the app launches")
    }
    restorationExtension.extend()
  }

  /// Says that one thing that restoring was extended for is done.
  ///
  /// Each call belongs to one of ``extendStateRestoration()``; one too many is passed over and
  /// reported.
  public func completeStateRestoration() {
    guard restorationExtension.complete() else {
      return remark("restoring was completed more often than it was extended")
    }
    endRestorationIfOver()
  }

  /// Extends restoring while something asynchronous goes on, and shows what it changed.
  ///
  /// - Parameter work: What goes on, on the main actor; called after this has returned.
  /// - Returns: The task that does it, for those who want to wait for it or cancel it. Restoring is
  ///   completed in any case.
  @discardableResult
  public func extendStateRestoration(
    while work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    let counts = !restorationExtension.isOver
    extendStateRestoration()
    return Task {
      await work()
      if counts { completeStateRestoration() }
      update()
    }
  }

  /// Takes note that the first frame is out, or that there will be none until the terminal is free.
  func noteLaunchIsOver() {
    restorationExtension.firstFrameIsOut()
    snapshots.firstFrameIsOut()
    endRestorationIfOver()
  }

  private func endRestorationIfOver() {
    guard restorationExtension.isOver else { return }
    store.didFinishLaunching()
    restorationReport.log(to: logger)
    if store.isOnProbation { probation = LaunchProbation(of: store, for: healthyPeriod) }
  }

  /// Adds a line to the report of this launch, unless it is there; once the report is in the log, the
  /// line follows it there.
  func remark(_ text: String) {
    guard !restorationReport.remarks.contains(text) else { return }
    restorationReport.remarks.append(text)
    if restorationExtension.isOver { logger.warning("\(text)") }
  }
}
