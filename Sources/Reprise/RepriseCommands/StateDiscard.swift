import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state discard`: deletes a saved state.
struct StateDiscard<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "discard",
      abstract: "Delete the state of a session with its previous generation, or a state put aside.",
      discussion: "The inventory and unsaved drafts are kept. The session must not be open.")
  }

  @OptionGroup var selection: StateSelection<App>

  @Flag(name: [.short, .long], help: "Do not ask.")
  var force = false

  func run() throws {
    do {
      try App.allowInspection()
      let state = try selection.state()
      // Lock before asking: nobody may use the state while the person thinks.
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
        status: .usage, message: "there is nobody to ask: use --force to delete \(state.name)")
    }
    return Console.confirms("Delete what the screens of \(state.name) looked like?")
  }
}
