import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// `keepsake attach ITEM FILE…`: attaches photos, receipts and other files.
struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Attach photos, receipts and other files to an item: either all of them or none.",
    discussion: """
      The files are copied, so you can delete the originals. Without --kind, Keepsake guesses: names that contain \
      “receipt”, “invoice”, “warranty”, “manual” or “appraisal” set the kind, and other pictures are photos. The first \
      photo represents the item. Damaged and encrypted files are attached with a warning. One undo in a window removes all of them. Files of a private item are encrypted \
      without asking for the passphrase; name the item by its number.
      """)

  @Argument(help: "The item, by number or name.", completion: Completions.item)
  var item: String

  @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The kind of all files: " + AttachmentKind.allCases.map(\.word).joined(separator: ", ") + ".",
      valueName: "kind"),
    completion: .list(AttachmentKind.allCases.map(\.word)))
  var kind: String?

  private var wantedKind: AttachmentKind? { kind.flatMap(AttachmentKind.init) }

  func validate() throws {
    guard let kind, wantedKind == nil else { return }
    let known = AttachmentKind.allCases.map(\.word).joined(separator: ", ")
    throw ValidationError("“\(kind)” is not a kind of attachment; use one of \(known).")
  }

  func run() throws {
    do {
      let inventory = try Workspace.openInventory(access: .write)
      let store = inventory.attachments
      let found = try inventory.item(onlyNamed: item)
      guard found.deletedAt == nil else { throw UsageFailure.inTrash(found) }
      let uuid = found.uuid
      if found.isMasked {
        let paths = try Workspace.paths()
        // Without keys a passphrase would not help: it makes new ones.
        if !Vault(paths).exists, let refusal = SealedWords.refusal(of: found, in: inventory) {
          throw refusal
        }
        try inventory.sealPrivateItems(paths)
      }
      let before = try store.fetchAll(of: uuid)
      try store.attach(files, kind: wantedKind, to: uuid, session: Workspace.mainSession)
      let name = try inventory.items.fetch(uuid)?.name ?? item
      let new = try store.fetchAll(of: uuid).filter { one in
        !before.contains { $0.uuid == one.uuid }
      }
      let check = PhotoCheck(try Workspace.paths().pictures)
      for attachment in new {
        let remark = check.remark(on: attachment, in: store)
        Console.message(
          "Attached \(attachment.name) to “\(name)” as \(attachment.kind.word)\(remark)")
      }
      if new.count < files.count {
        let count = Figures.count(files.count - new.count, "file was", "files were")
        Console.message("\(count) already attached to “\(name)”")
      }
    } catch {
      Console.fail(error)
    }
  }
}
