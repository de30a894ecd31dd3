import RepriseCommands
import ArgumentParser
import Inventory
import Reprise

/// `keepsake restore FILE`: brings a backup back.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back what `keepsake backup` saved.",
    discussion: """
      Everything is unpacked and checked first, then takes its place in one step. What was there \
      is never overwritten: it is kept beside it under another name.
      """)

  @Argument(help: "The backup.")
  var file: String

  @Flag(name: [.short, .long], help: "Do not ask where there are items already.")
  var force = false

  func run() throws {
    do {
      try Workspace.requireNoLimits(to: "bring back a backup")
      let restore = try Restore(file: file)
      let paths = try Workspace.paths()
      let data = paths.data
      if let warning = DataPlacement.warning(for: data) { Console.message("Note: \(warning)") }
      let present = Restore.present(in: data)
      guard try present == 0 || force || Self.confirms(present, restore) else {
        Console.message("Nothing was changed")
        return
      }
      let waiting = Restore.waiting(in: data)
      let outcome = try restore.run(into: data)
      try Vault(paths).startCounting()
      for fault in outcome.faults { Console.message("keepsake: when it was saved, \(fault)") }
      let parts = [
        Figures.items(outcome.items), Figures.count(outcome.drafts, "draft", "drafts"),
        Figures.count(outcome.attachments, "attachment", "attachments"),
      ]
      Console.message("Brought back: \(parts.joined(separator: ", "))")
      if let kept = outcome.keptAside {
        Console.message("What was there is kept in \(kept)" + Self.words(for: waiting))
      }
    } catch {
      Console.fail(error)
    }
  }

  /// What the household has not got would else be missed by nobody.
  private static func words(for waiting: Int) -> String {
    guard waiting > 0 else { return "" }
    return
      ", and with it \(Figures.count(waiting, "change", "changes")) that the household does not have"
  }

  private static func confirms(_ present: Int, _ restore: Restore) throws -> Bool {
    guard Console.hasPerson else {
      throw UsageFailure(
        status: .usage,
        message:
          "there are items already, and nobody to ask: use --force to put the backup in their "
          + "place; they are kept aside")
    }
    let day = CalendarDate(at: restore.created).text
    return Console.confirms("Bring back the backup of \(day), and keep what is here aside?")
  }
}
