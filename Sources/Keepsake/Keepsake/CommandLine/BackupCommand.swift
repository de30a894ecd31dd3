import RepriseCommands
import ArgumentParser
import Foundation
import Inventory
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
