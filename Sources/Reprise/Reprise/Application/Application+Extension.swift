extension Application {
  /// Says that restoring goes on after the launch, until ``completeStateRestoration()``.
  ///
  /// Call it during the launch, once for each thing that is restored off the main thread. Until all are
  /// completed, a death counts as a death while restoring, so that the next launch mistrusts the state
  /// (contract 6.11). The interface works and is preserved meanwhile: encode what is not restored yet
  /// as it was.
  public func extendStateRestoration() {
    guard !restorationExtension.isOver else {
      return remark("restoring was extended after it had ended: call it while the app launches")
    }
    restorationExtension.extend()
  }

  /// Says that one thing for which restoring was extended is done.
  ///
  /// Balances one call of ``extendStateRestoration()``; a call too many is ignored and reported.
  public func completeStateRestoration() {
    guard restorationExtension.complete() else {
      return remark("restoring was completed more often than it was extended")
    }
    endRestorationIfOver()
  }

  /// Extends restoring by something asynchronous, and shows what it changed.
  ///
  /// - Parameter work: Runs on the main actor, after this function has returned.
  /// - Returns: The task, to be waited for or cancelled. Restoring is completed in any case.
  @discardableResult
  public func extendStateRestoration(
    while work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    let counts = !restorationExtension.isOver
    extendStateRestoration()
    return perform { [self] in
      await work()
      if counts { completeStateRestoration() }
      update()
    }
  }

  /// Notes that the first frame is out, or that there is none until the terminal is free.
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

  /// Adds a line to the report of this launch, unless it is there.
  ///
  /// Once the report was logged, the line is logged, too.
  func remark(_ text: String) {
    guard !restorationReport.remarks.contains(text) else { return }
    restorationReport.remarks.append(text)
    if restorationExtension.isOver { logger.warning("\(text)") }
  }
}
