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
    abstract: "Save items, drafts and attachments in one dated file.",
    discussion: """
      Windows can stay open. The file is read back from the disk and checked before it gets its name. \
      `keepsake restore` restores it. It is an ordinary ZIP file, and only private items in it are encrypted.

      Keep a copy away from home, where fire and theft can't reach it.
      """)

  @Argument(
    help: "The directory for the backup; the current one by default.", completion: .directory)
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
        Console.message("It is on the same disk as your data: copy it to another one")
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
      Console.message("keepsake: cannot record the date of the backup: \(error.message)")
    }
  }
}

/// `keepsake restore FILE`: brings a backup back.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a backup that `keepsake backup` made.",
    discussion: """
      Everything is unpacked and checked first, then put in place in one step. Your current data is never \
      overwritten: it is kept next to the restored data under another name.
      """)

  @Argument(help: "The backup file.", completion: .file())
  var file: String

  @Flag(name: [.short, .long], help: "Restore without asking, even if there are items.")
  var force = false

  func run() throws {
    do {
      try Workspace.requireNoLimits(to: "restore a backup")
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
      for fault in outcome.faults {
        Console.message("keepsake: when the backup was made, \(fault)")
      }
      let parts = [
        Figures.items(outcome.items), Figures.count(outcome.drafts, "draft", "drafts"),
        Figures.count(outcome.attachments, "attachment", "attachments"),
      ]
      Console.message("Restored: \(parts.joined(separator: ", "))")
      if let kept = outcome.keptAside {
        Console.message("The former data is kept in \(kept)" + Self.words(for: waiting))
      }
    } catch {
      Console.fail(error)
    }
  }

  /// Reports unsent changes, which would otherwise be lost without a trace.
  private static func words(for waiting: Int) -> String {
    guard waiting > 0 else { return "" }
    return
      ", with \(Figures.count(waiting, "change", "changes")) that the household does not have"
  }

  private static func confirms(_ present: Int, _ restore: Restore) throws -> Bool {
    guard Console.hasPerson else {
      throw UsageFailure(
        status: .usage,
        message:
          "there are items already; use --force to replace them with the backup, which keeps them aside"
      )
    }
    let day = CalendarDate(at: restore.created).text
    return Console.confirms(
      "Replace your data with the backup of \(day)? Your current data is set aside.")
  }
}
