import ArgumentParser
import Reprise

/// `notes paths`: prints the directories and files in use.
struct PathsCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "paths", abstract: "Print where your data and the saved state are stored.")
  }

  func run() throws {
    do {
      for (name, path) in App.paths(try App.directories()) { Console.data(name, path) }
    } catch {
      App.fail(error)
    }
  }
}
