import Terminal

extension Application {
  /// Watches for memory pressure from now on.
  ///
  /// - Parameter environment: The environment variables; `MEMORY_PRESSURE_WATCH` names another file to
  ///   watch than the kernel's.
  public func watchMemory(environment: [String: String]) {
    memoryMonitor = MemoryMonitor(environment: environment) { [weak self] in
      self?.didReceiveMemoryWarning()
    }
  }

  /// Has everybody let go of what can be made again, and shows what that changed (contract 8.5.7).
  package func didReceiveMemoryWarning() {
    announce(SystemChange.memoryPressure)
    forEachController { $0.didReceiveMemoryWarning() }
    update()
    // Give freed memory back to the system.
    giveMemoryBack()
  }

  /// Lets go of what is made again when the app comes back (contract 8.5.5, 8.5.6).
  ///
  /// That is spare cells, the last frame and pages of the state. The kernel kills small processes last.
  func releaseCaches() {
    window.releaseCaches()
    // Screens that are not shown are not in the window.
    forEachController { if $0.isViewLoaded { $0.view.releaseCaches() } }
    store.releaseMemory()
    giveMemoryBack()
  }

  /// Visits every controller, containers and presenters first.
  func forEachController(_ action: (ViewController) -> Void) {
    func visit(_ controller: ViewController) {
      action(controller)
      controller.children.forEach(visit)
      if let presented = controller.presentedViewController { visit(presented) }
    }
    if let root = window.rootViewController { visit(root) }
  }
}
