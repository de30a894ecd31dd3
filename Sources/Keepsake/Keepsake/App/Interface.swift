import Foundation
import Inventory
import Preservation
import Reprise
import Terminal

/// Runs the interface on the terminal, or draws it without one.
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

  /// Presses keys without a terminal and returns the screen; keeps none of it.
  static func frame(
    size: Size, theme: Theme, keys: [KeyPress], isDemo: Bool
  ) throws -> Frame {
    let terminal = HeadlessTerminal(
      size: size,
      capabilities: TerminalCapabilities(colors: 256, name: "headless", theme: theme))
    return try launch(
      on: terminal, restoring: nil, session: Workspace.mainSession, isDemo: isDemo
    ) { $0.frame(after: keys, on: terminal) }
  }

  /// Restores a saved state without a terminal, for a caller to inspect; keeps none of it.
  static func withRestored<Result>(
    _ contents: StateFile.Contents, session: String, isDemo: Bool,
    _ body: (Application) throws -> Result
  ) throws -> Result {
    let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
    return try launch(
      on: terminal, restoring: contents, session: session, isDemo: isDemo, body)
  }

  private static func launch<Result>(
    on terminal: HeadlessTerminal, restoring contents: StateFile.Contents?, session: String,
    isDemo: Bool, _ body: (Application) throws -> Result
  ) throws -> Result {
    let archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    if let contents { try archive.commit(contents) }
    umask(0o077)
    let directory = try Workspace.paths(isDemo: isDemo).data
    if isDemo {
      try SampleHome.fill(
        InventoryStore(directory: directory, guide: Workspace.guide()), in: directory)
    }
    // Work on a copy: the keys pressed for a picture must not change the person's data.
    let scratch = try ScratchCopy(of: directory, guide: Workspace.guide())
    let context = AppContext(scratch: scratch, session: session, isDemo: isDemo)
    context.localeCustoms = Workspace.customs
    let application = try Screens.makeApplication(
      context: context, device: terminal, state: StateStore(archive: archive),
      version: Version.text)
    return try withExtendedLifetime(scratch) {
      // Background work may still read the copy: end it before the copy is removed.
      defer { application.cancelBackgroundWork() }
      try application.launch()
      return try body(application)
    }
  }
}
