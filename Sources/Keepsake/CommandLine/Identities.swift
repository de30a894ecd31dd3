import ArgumentParser
import Foundation
import Inventory
import Reprise

/// `keepsake identities`: prints what tells inventories and machines apart, and what each is for.
struct Identities: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what identifies you or this machine, and what for.",
    discussion: "Nothing of it is sent anywhere: the program uses no network.")

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    do {
      let inventory = try Workspace.openInventory(access: .read).uuid
      let installation = try Workspace.paths().identifierForVendor(of: inventory)
      for identity in [
        Identity(
          identity: "inventory", value: inventory,
          purpose: "tells this inventory from others, on every machine; backups have it too"),
        Identity(
          identity: "installation", value: installation,
          purpose: "tells this copy from those on other machines, of other logins and in other "
            + "directories; stored nowhere"),
        Identity(
          identity: "advertising", value: IdentifierManager.advertisingIdentifier,
          purpose: "none: nothing is advertised and nobody is tracked"),
      ] {
        try say(identity)
      }
    } catch {
      Console.fail(error)
    }
  }

  private func say(_ identity: Identity) throws {
    if json {
      try Console.json(identity)
    } else {
      let value = identity.value?.uuidString ?? "none: this machine has no identity"
      Console.data(identity.identity, value, identity.purpose)
    }
  }

  /// A line, as `--json` prints it.
  private struct Identity: Encodable {
    let identity: String
    let value: UUID?
    let purpose: String
  }
}
