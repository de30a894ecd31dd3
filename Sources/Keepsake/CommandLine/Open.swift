import ArgumentParser

/// `keepsake`: opens the interface.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the inventory where you left it. This is what plain `keepsake` does.")

  @Option(help: "Open this session; without it the most recent one that is free.")
  var session: String?

  @Flag(help: "Start clean; the saved state is kept aside.")
  var fresh = false

  func run() throws {
    Interface.start(session: session, fresh: fresh, isDemo: false)
  }
}

/// `keepsake demo`: opens the interface on a sample home.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Try it on a sample home, which is kept apart from your own data.")

  @Option(help: "Open this session; without it the most recent one that is free.")
  var session: String?

  @Flag(help: "Start clean; the saved state is kept aside.")
  var fresh = false

  func run() throws {
    Interface.start(session: session, fresh: fresh, isDemo: true)
  }
}
