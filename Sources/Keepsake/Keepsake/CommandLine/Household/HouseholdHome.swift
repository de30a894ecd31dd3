import Foundation
import Inventory
import Reprise
import RepriseCommands
import Sync

/// The inventory of this login as part of a household, for the commands.
nonisolated struct HouseholdHome {
  let store: InventoryStore
  let file: CredentialFile

  /// Where to find the code for another machine.
  static let whereTheCodeIs =
    "A member's window shows the household code: Reports (3), then H, then c"

  /// Opens the inventory and finds its credentials.
  init() throws {
    let paths = try Workspace.paths()
    store = try Workspace.openInventory(access: .write)
    file = try CredentialFile.of(paths)
  }

  /// The membership, for joining and leaving.
  var membership: SyncEnrollment {
    get throws {
      try SyncEnrollment(store, file, program: PostgresProgram.locate())
    }
  }

  /// The credentials.
  ///
  /// - Throws: `ExchangeError` without a household, or where its key is missing.
  func credentials() throws -> SyncCredentials {
    guard try store.household.membership() != nil else { throw ExchangeError.noHousehold }
    guard let credentials = try file.read() else { throw ExchangeError.noKey }
    return credentials
  }

  /// Runs a closure with an address, and asks for the password if the server refuses it and a person is at the terminal.
  static func asking<Result>(
    _ address: PostgresAddress, _ body: (PostgresAddress) throws -> Result
  ) throws -> Result {
    do {
      return try body(address)
    } catch SyncError.refused(let reason) where Console.hasPerson {
      Console.message("The server refused the login: \(reason)")
      let password = try SecretPrompt.line(
        "Password for the server (stored encrypted): ")
      return try body(address.with(password: password))
    }
  }

  /// Checks a name that was given.
  static func memberName(_ typed: String?) throws -> String {
    guard let typed else {
      let name = MemberName.ofLogin
      if Console.hasPerson {
        Console.message(
          "Others see your changes under the name “\(name)”; --name sets another one")
      }
      return name
    }
    guard let name = MemberName.checked(typed) else {
      throw UsageFailure(status: .usage, message: MemberName.rule)
    }
    return name
  }
}
