import ArgumentParser
import Foundation
import HouseholdExchange
import Inventory

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
      let own = try home.store.householdPart()?.device
      let server = try home.membership.connect(credentials.code)
      defer { server.close() }
      let devices = try HouseholdExchange(home.store, server, credentials).devices()
      for (device, description) in devices.sorted(by: {
        $0.description.joined < $1.description.joined
      }) {
        try say(
          Member(
            name: description.member, machine: description.machine,
            joined: CalendarDate(at: description.joined).text, isThisOne: device == own))
      }
    } catch {
      Console.fail(error)
    }
  }

  private func say(_ member: Member) throws {
    if json { return try Console.json(member) }
    Console.data(
      member.name, member.machine, member.joined, member.isThisOne ? "this one" : "")
  }
}
