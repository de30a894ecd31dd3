import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state restore`: restores the previous generation or a state that was set aside.
struct StateRestore<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore",
      abstract: "Restore the previous generation of a session, or a state that was set aside.",
      discussion: "The session's current state is set aside first. The session must not be open.")
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
        let objects = Figures.count(damaged, "object is", "objects are")
        Console.message("\(objects) damaged and will not be restored")
      }
      if let aside { Console.message("Its former state is kept in \(aside)") }
    } catch {
      App.fail(error)
    }
  }
}

/// `notes state discard`: deletes a saved state.
struct StateDiscard<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "discard",
      abstract: "Delete the state of a session with its previous generation, or a state set aside.",
      discussion: "Your data and unsaved drafts are kept. The session must not be open.")
  }

  @OptionGroup var selection: StateSelection<App>

  @Flag(name: [.short, .long], help: "Delete without asking.")
  var force = false

  func run() throws {
    do {
      try App.allowInspection()
      let state = try selection.state()
      // Lock before asking, so no window opens the state in between.
      let session = state.isAside ? nil : try selection.home().openSession(named: state.session)
      guard try force || Self.confirms(state) else {
        Console.message("Nothing was deleted")
        return
      }
      if let session { session.discardAll() } else { try selection.home().discardAside(state) }
      Console.message("Deleted \(state.name)")
    } catch {
      App.fail(error)
    }
  }

  private static func confirms(_ state: StoredState) throws -> Bool {
    guard Console.hasPerson else {
      throw CommandFailure(
        status: .usage, message: "use --force to delete \(state.name) without a terminal")
    }
    return Console.confirms("Delete the saved screens of \(state.name)?")
  }
}
