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
    if let root = window.rootViewController { warn(root) }
    update()
    // What was let go goes back to the system.
    MemoryMonitor.trim()
  }

  private func warn(_ controller: ViewController) {
    controller.didReceiveMemoryWarning()
    controller.children.forEach(warn)
    if let presented = controller.presentedViewController { warn(presented) }
  }
}
