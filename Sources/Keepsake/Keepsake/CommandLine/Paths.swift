import ArgumentParser

/// `keepsake paths`: prints the directories in use.
struct Paths: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print where the inventory and the saved state lie.")

  func run() throws {
    do {
      let paths = try Workspace.paths()
      Console.data("inventory", paths.data + "/inventory.sqlite")
      Console.data("drafts", paths.data + "/drafts.sqlite")
      Console.data("key", paths.keyFile)
      Console.data("state", paths.state)
      Console.data("log", paths.logFile)
      Console.data("configuration", paths.preferences[0])
      Console.data("restrictions", paths.restrictions.personal)
    } catch {
      Console.fail(error)
    }
  }
}
