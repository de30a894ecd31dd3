import Terminal

extension Application {
  /// Hears from now on when memory is short.
  ///
  /// - Parameter environment: The environment variables; `MEMORY_PRESSURE_WATCH` names another
  ///   thing to watch than the kernel's file.
  public func watchMemory(environment: [String: String]) {
    memoryMonitor = MemoryMonitor(environment: environment) { [weak self] in
      self?.didReceiveMemoryWarning()
    }
  }

  /// Memory is short: everybody lets go of what can be made again, and what changed by that is shown
  /// (contract 8.5.7).
  package func didReceiveMemoryWarning() {
    announce(SystemChange.memoryPressure)
    forEachController { $0.didReceiveMemoryWarning() }
    update()
    // What was let go goes back to the system.
    MemoryMonitor.trim()
  }

  /// Lets go of what is made again when the app comes back (contract 8.5.5, 8.5.6).
  ///
  /// That is spare cells, the frame that was on the screen and pages of the state. Who is small in the
  /// background is killed last.
  func releaseCaches() {
    window.releaseCaches()
    // Screens that are not shown are in no window.
    forEachController { if $0.isViewLoaded { $0.view.releaseCaches() } }
    store.releaseMemory()
    MemoryMonitor.trim()
  }

  /// Does something with every controller, those that present and contain first.
  private func forEachController(_ action: (ViewController) -> Void) {
    func visit(_ controller: ViewController) {
      action(controller)
      controller.children.forEach(visit)
      if let presented = controller.presentedViewController { visit(presented) }
    }
    if let root = window.rootViewController { visit(root) }
  }
}
