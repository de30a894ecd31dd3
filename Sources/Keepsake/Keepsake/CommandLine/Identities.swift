import ArgumentParser
import Foundation
import Inventory
import Reprise
import RepriseCommands
import RepriseSystem
import Sync

/// `keepsake identities`: prints what tells inventories, machines and people apart, and what each is for.
struct Identities: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what identifies you or this machine, and what for.",
    discussion: """
      Without a household nothing of it is sent anywhere: the program uses no network. With one, its server \
      learns the device and the login; the other members learn the member's name, which goes there sealed.
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    do {
      let store = try Workspace.openInventory(access: .read)
      let paths = try Workspace.paths()
      let installation = paths.identifierForVendor(of: store.database.uuid)
      let identities = [
        Identity(
          identity: "inventory", value: store.database.uuid.uuidString,
          purpose: "tells this inventory from others, on every machine; backups have it too"),
        Identity(
          identity: "installation", value: installation?.uuidString,
          purpose: "tells this copy from those on other machines, of other logins and in other "
            + "directories; stored nowhere", none: "none: this machine has no identity"),
        Identity(
          identity: "advertising", value: IdentifierManager.advertisingIdentifier.uuidString,
          purpose: "none: nothing is advertised and nobody is tracked", none: "none"),
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
    let none = membership == nil ? "none: there is no household" : "sealed: unlock Keepsake first"
    return [
      Identity(
        identity: "member", value: credentials?.member,
        purpose: "the name under which the others of the household see what is written here; any "
          + "will do", none: none),
      Identity(
        identity: "device", value: membership?.device,
        purpose: "tells what this inventory wrote from what the other homes did; drawn by lot, and "
          + "drawn anew for a copy", none: none),
      Identity(
        identity: "login",
        value: credentials.map { PostgresAddress($0.code.address).login ?? "that of the system" },
        purpose: "opens the household's server, and nothing else; its password is never printed",
        none: none),
      Identity(
        identity: "household key", value: credentials == nil ? nil : "in the code to join",
        purpose: "seals everything before it goes to the server; whoever has it reads everything",
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
