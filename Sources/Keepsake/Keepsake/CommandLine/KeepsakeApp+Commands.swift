import ArgumentParser
import Foundation
import Inventory
import Reprise
import RepriseCommands

/// Describes Keepsake for the kit's commands.
extension KeepsakeApp: CommandLineApp {
  /// Chooses the sample home.
  struct Options: AppOptions {
    @Flag(help: "Use the demo's sample home instead of your inventory.")
    var demo = false

    var request: LaunchRequest {
      LaunchRequest(folder: demo ? Workspace.demoFolder : nil)
    }
  }

  static func actionTable() -> ActionTable { .keepsake }

  nonisolated static func paths(_ directories: AppDirectories) -> [(name: String, path: String)] {
    [
      ("inventory", directories.data + "/inventory.sqlite"),
      ("drafts", directories.data + "/drafts.sqlite"), ("key", directories.keyFile),
      ("state", directories.state), ("log", directories.logFile),
      ("configuration", directories.preferences[0]),
      ("restrictions", directories.restrictions.personal),
    ]
  }

  /// A login with limits may not see the saved screens of others.
  nonisolated static func allowInspection() throws {
    try Workspace.requireNoLimits(to: "inspect saved state")
  }

  nonisolated static func failure(for error: any Error) -> CommandFailure {
    Console.describe(error)
  }

  /// Works on a copy: the keys pressed for a picture must not change the user's data.
  static func withApplication<Result>(
    on terminal: HeadlessTerminal, store: StateStore, session: String, options: Options,
    _ body: (Application) throws -> Result
  ) throws -> Result {
    umask(0o077)
    let directory = try Workspace.paths(isDemo: options.demo).data
    if options.demo {
      try SampleHome.fill(
        InventoryStore(directory: directory, limits: Workspace.limits()), in: directory)
    }
    let scratch = try ScratchCopy(of: directory, limits: Workspace.limits())
    var configuration = AppContext.Configuration(session: session, isDemo: options.demo)
    configuration.locale = Workspace.customs
    configuration.contentsDirectory = scratch.source
    let context = AppContext(store: scratch.inventory, drafts: scratch.drafts, configuration)
    let application = try Screens.makeApplication(
      context: context, device: terminal, state: store, version: Version.text)
    return try withExtendedLifetime(scratch) {
      // Background work may still read the copy: end it before the copy is removed.
      defer { application.cancelBackgroundWork() }
      return try body(application)
    }
  }
}
