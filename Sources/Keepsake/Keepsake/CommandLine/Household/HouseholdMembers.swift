import ArgumentParser
import Foundation
import Inventory
import RepriseCommands
import Sync

/// `keepsake household members`: prints who is in the household.
struct HouseholdMembers: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "members",
    abstract: "Print who is in the household, and on which machine.",
    discussion: "Names are what each member chose: whoever has the code may take any.")

  @Flag(help: "One JSON object a line.")
  var json = false

  private struct Member: Encodable {
    var name: String
    var machine: String
    var joined: String
    var isThisOne: Bool
  }

  func run() throws {
    do {
      let home = try HouseholdHome()
      let credentials = try home.credentials()
      let own = try home.store.household.part()?.device
      for device in try Self.devices(of: home, credentials) {
        try say(
          Member(
            name: device.member, machine: device.machine,
            joined: CalendarDate(at: device.joined).text, isThisOne: device.device == own))
      }
    } catch {
      Console.fail(error)
    }
  }

  /// The members' devices; where the server is away those that it told of last.
  private static func devices(
    of home: HouseholdHome, _ credentials: SyncCredentials
  ) throws -> [SyncDevice] {
    do {
      let server = try home.membership.connect(credentials.code)
      defer { server.close() }
      let exchange = SyncExchange(home.store, server, credentials)
      return try exchange.devices().map { device, description in
        SyncDevice(
          device: device, member: description.member, machine: description.machine,
          joined: description.joined)
      }.sorted { $0.joined < $1.joined }
    } catch let error as SyncError {
      let known = try home.store.household.devices()
      guard !known.isEmpty else { throw error }
      Console.message("\(Console.describe(error).message): these are as last known")
      return known
    }
  }

  private func say(_ member: Member) throws {
    if json { return try Console.json(member) }
    Console.data(
      member.name, member.machine, member.joined, member.isThisOne ? "this one" : "")
  }
}
