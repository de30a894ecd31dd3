import ArgumentParser
import Foundation
import Reprise

/// `keepsake state list`: prints the sessions and the states that were put aside.
struct StateList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print what is saved: name, last use, size, and what else there is to know.")

  @Flag(help: "One JSON object a line.")
  var json = false

  @Flag(help: "The sessions of the demo.")
  var demo = false

  func run() throws {
    do {
      let home = StateHome(path: try Workspace.paths(isDemo: demo).state)
      for state in home.storedSessions() + home.statesAside() {
        if json { try Console.json(ListedState(state)) } else { print(state) }
      }
    } catch {
      Console.fail(error)
    }
  }

  private func print(_ state: StoredState) {
    var notes: [String] = []
    if state.isAside { notes.append("put aside from \(state.session)") }
    if state.isInUse { notes.append("in use") }
    if state.generation != nil { notes.append("has a previous generation") }
    Console.data(
      state.name, Figures.time(state.lastUse), Figures.bytes(state.size),
      notes.joined(separator: ", "))
  }
}

/// The fields of `state list --json`; their names are stable.
nonisolated struct ListedState: Encodable {
  var name: String
  var session: String
  var isAside: Bool
  var isInUse: Bool
  var hasPreviousGeneration: Bool
  var lastUse: String
  var bytes: Int
  var path: String

  init(_ state: StoredState) {
    name = state.name
    session = state.session
    isAside = state.isAside
    isInUse = state.isInUse
    hasPreviousGeneration = state.generation != nil
    lastUse = Figures.time(state.lastUse, isMachineReadable: true)
    bytes = state.size
    path = state.file.path
  }
}
