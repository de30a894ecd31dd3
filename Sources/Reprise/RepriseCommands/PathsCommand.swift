import ArgumentParser
import Reprise

/// `notes paths`: prints the directories and files in use.
public struct PathsCommand<App: CommandLineApp>: ParsableCommand {
  /// The words for the argument parser.
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "paths", abstract: "Print where your data and the saved state lie.")
  }

  /// Made by the argument parser.
  public init() {}

  /// Runs the command.
  public func run() throws {
    do {
      for (name, path) in App.paths(try App.directories()) { Console.data(name, path) }
    } catch {
      App.fail(error)
    }
  }
}
