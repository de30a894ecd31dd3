import ArgumentParser
import Foundation
import Inventory
import Reprise
import RepriseCommands
import Storage

/// `keepsake backup [DIR]`: saves everything into one file.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Save items, drafts and attachments into one dated file.",
    discussion: """
      Windows may be open meanwhile. The file is read back from the disk and checked before it \
      gets its name; `keepsake restore` brings it back. It is a ZIP file that any program opens, \
      and it is not encrypted.

      A backup that lies in the same house burns with it: put one elsewhere, too.
      """)

  @Argument(help: "The directory to put it into; the present one when not given.")
  var directory = "."

  func run() throws {
    do {
      try Workspace.requireNoLimits(to: "make a backup")
      let data = try Workspace.paths().data
      if let warning = DataPlacement.warning(for: data) { Console.message("Note: \(warning)") }
      let backup = try Backup(of: data, into: directory, program: "keepsake \(Version.text)")
      note(backup, in: data)
      for fault in backup.faults { Console.message("keepsake: \(fault)") }
      let parts = [
        Figures.items(backup.items), Figures.count(backup.drafts, "draft", "drafts"),
        Figures.count(backup.attachments, "attachment", "attachments"),
        SizeText.text(backup.size),
      ]
      Console.message("Saved and checked: \(parts.joined(separator: ", "))")
      if backup.isOnSameDisk {
        Console.message("It lies on the disk that your data lies on: copy it to another one")
      }
      Console.data(backup.path)
      if !backup.faults.isEmpty { throw ExitCode(65) }
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.fail(error)
    }
  }

  /// Records the date of the backup; a failure to do so does not fail the backup.
  private func note(_ backup: Backup, in data: String) {
    do {
      try InventoryStore(directory: data).database.noteBackup(at: backup.created)
    } catch {
      Console.message("keepsake: the date of the backup could not be noted: \(error.message)")
    }
  }
}

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

  /// Otherwise changes that the household never got would be lost without a trace.
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
