import ArgumentParser
import Foundation
import Inventory
import Reprise
import RepriseCommands
import RepriseSystem
import Sync

/// `keepsake identities`: prints the identities of inventory, machine and person, with their purposes.
struct Identities: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what identifies you or this machine, with its purpose.",
    discussion: """
      Without a household, nothing is sent anywhere: Keepsake uses no network. In a household, the server learns the \
      device and the login. The other members learn the member's name, which the server can't read.
      """)

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    do {
      let store = try Workspace.openInventory(access: .read)
      let paths = try Workspace.paths()
      let installation = paths.identifierForVendor(of: store.database.uuid)
      let identities = [
        Identity(
          identity: "inventory", value: store.database.uuid.uuidString,
          purpose: "identifies this inventory on every machine and in backups"),
        Identity(
          identity: "installation", value: installation?.uuidString,
          purpose: "identifies the copy of this machine, login and directory; not stored",
          none: "none: this machine has no ID"),
        Identity(
          identity: "advertising", value: IdentifierManager.advertisingIdentifier.uuidString,
          purpose: "none: Keepsake has no ads and tracks no one", none: "none"),
      ]
      for identity in try identities + Self.household(of: store, paths) { try say(identity) }
    } catch {
      Console.fail(error)
    }
  }

  /// The identities that a household's members and server learn; listed even without a household.
  private static func household(
    of store: InventoryStore, _ paths: AppDirectories
  ) throws -> [Identity] {
    let membership = try store.household.membership()
    let credentials = membership == nil ? nil : try? CredentialFile.of(paths).read()
    let none =
      membership == nil ? "none: there is no household" : "encrypted: unlock Keepsake first"
    return [
      Identity(
        identity: "member", value: credentials?.member,
        purpose: "the name that others in the household see on your changes; you choose it",
        none: none),
      Identity(
        identity: "device", value: membership?.device,
        purpose: "marks the changes of this home; random, and new for each copy", none: none),
      Identity(
        identity: "login",
        value: credentials.map { PostgresAddress($0.code.address).login ?? "that of the system" },
        purpose: "gives access to the household's server only; its password is never printed",
        none: none),
      Identity(
        identity: "household key", value: credentials == nil ? nil : "in the household code",
        purpose: "encrypts everything sent to the server; anyone who has it can read everything",
        none: none),
    ]
  }

  private func say(_ identity: Identity) throws {
    if json {
      try Console.json(identity)
    } else {
      Console.data(identity.identity, identity.value ?? identity.none, identity.purpose)
    }
  }

  /// A line, as `--json` prints it.
  private struct Identity: Encodable {
    let identity: String
    let value: String?
    let purpose: String
    /// The text for a missing value.
    var none = "none"

    private enum CodingKeys: String, CodingKey { case identity, value, purpose }
  }
}
