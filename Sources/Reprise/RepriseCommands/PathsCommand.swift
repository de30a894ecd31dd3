import ArgumentParser
import Reprise

/// `notes paths`: prints the directories and files in use.
struct PathsCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "paths", abstract: "Print the paths of your data, settings and saved state.")
  }

  func run() throws {
    do {
      for (name, path) in App.paths(try App.directories()) { Console.data(name, path) }
    } catch {
      App.fail(error)
    }
  }
}
