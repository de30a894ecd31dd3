import ArgumentParser
import Preservation
import Reprise

/// `notes state restore`: restores the previous generation or a state put aside.
struct StateRestore<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore",
      abstract: "Bring back the previous generation of a session, or a state put aside.",
      discussion: "What the session holds now is put aside first. The session must not be open.")
  }

  @OptionGroup var selection: StateSelection<App>

  func run() throws {
    do {
      try App.allowInspection()
      let state = try selection.state()
      let file = state.isAside ? state.file : try state.previousGeneration()
      let keys = try selection.requiredKeys()
      let session = try selection.home().openSession(named: state.session)
      let damaged = try file.contents(keys: keys).records.count { $0.kind == .damaged }
      let aside = try session.replaceState(with: file, keys: keys)
      Console.message("Restored session \(state.session)")
      if damaged > 0 {
        let objects = Figures.count(damaged, "object of it is", "objects of it are")
        Console.message("\(objects) damaged and will be left out")
      }
      if let aside { Console.message("What it held before lies in \(aside)") }
    } catch {
      App.fail(error)
    }
  }
}
