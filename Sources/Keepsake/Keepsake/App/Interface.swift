import Reprise

/// Runs the interface on the terminal.
enum Interface {
  /// Opens the interface and ends the program when the person leaves it.
  ///
  /// Commands run on the main thread, which is where the main actor is.
  nonisolated static func start(_ request: LaunchRequest, isDemo: Bool = false) -> Never {
    MainActor.assumeIsolated {
      var request = request
      if isDemo { request.folder = Workspace.demoFolder }
      KeepsakeApp(isDemo: isDemo).run(request)
    }
  }
}
