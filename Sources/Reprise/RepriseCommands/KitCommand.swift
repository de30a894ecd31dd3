import ArgumentParser
import Reprise

/// The program of an app without commands of its own.
struct KitCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: App.programName, abstract: "Comes back where you left it.",
      subcommands: [OpenCommand<App>.self] + App.kitCommands,
      defaultSubcommand: OpenCommand<App>.self)
  }
}

/// `notes open`: opens the app, as without a word.
struct OpenCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: "Open it where you left it. This is what the name alone does.")
  }

  @Option(help: "Open this session; without it the most recent one that is free.")
  var session: String?

  @Flag(help: "Start clean; the saved state is kept aside.")
  var fresh = false

  @OptionGroup var options: App.Options

  func run() throws {
    var request = options.request
    (request.session, request.isFresh) = (session, fresh)
    MainActor.assumeIsolated { App.run(request) }
  }
}
