import ArgumentParser
import Foundation
import Sync
import Inventory
import RepriseCommands

/// `keepsake household status`: exchanges waiting changes, and prints the state.
struct HouseholdStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Exchange waiting changes, and print the state of the household.",
    discussion: """
      The exit status is 1 if the server can't be reached or isn't in order. \(HouseholdHome.whereTheCodeIs).
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  /// The printed record.
  private struct Standing: Encodable {
    var household: String
    var member: String
    var server: String
    var waiting: Int
    /// How many settings, categories, places and files have conflicting values.
    var undecided: Int
    /// Changes that every home set aside, a line for each author and reason.
    var setAside: [String]
    /// Items and places that are nested too deep to be shown in their place.
    var unplaced: [String]
    var problem: String?
  }

  func run() throws {
    let standing: Standing
    do {
      standing = try look()
      try say(standing)
    } catch {
      Console.fail(error)
    }
    if standing.problem != nil { throw ExitCode(UsageFailure.Status.failure.rawValue) }
  }

  private func look() throws -> Standing {
    let home = try HouseholdHome()
    let credentials = try home.credentials()
    var problem: String?
    do {
      let server = try home.membership.connect(credentials.code)
      defer { server.close() }
      let exchange = SyncExchange(home.store, server, credentials)
      try exchange.exchangeEverything()
      try ScrubQueue.sweep(home.store, Workspace.paths())
      problem = exchange.contentProblem
    } catch {
      problem = Console.describe(error).message
    }
    return Standing(
      household: credentials.code.household, member: credentials.member,
      server: PostgresAddress(credentials.code.address).host ?? "on this machine",
      waiting: try home.store.household.membership()?.waiting ?? 0,
      undecided: try home.store.household.rowConflicts().count,
      setAside: try home.store.household.setAsideChanges().map(\.line)
        + home.store.household.unsentItems(),
      unplaced: try Self.unplaced(home.store), problem: problem)
  }

  private static func unplaced(_ store: InventoryStore) throws -> [String] {
    let (count, first) = try store.household.unplacedRows()
    guard count > first.count else { return first.map(\.line) }
    return first.map(\.line) + ["\(Figures.count(count - first.count)) more"]
  }

  private func say(_ standing: Standing) throws {
    if json { return try Console.json(standing) }
    Console.data("household", standing.household)
    Console.data("member", standing.member)
    Console.data("server", standing.server)
    let waiting = Figures.count(standing.waiting, "change", "changes")
    Console.data("waiting", standing.waiting == 0 ? "nothing; everything is in sync" : waiting)
    if standing.undecided > 0 {
      Console.data(
        "conflicts",
        "\(Figures.count(standing.undecided, "value", "values")): keepsake household conflicts")
    }
    for line in standing.setAside { Console.data("set aside", line) }
    for line in standing.unplaced { Console.data("at the top", line) }
    if let problem = standing.problem { Console.data("problem", problem) }
    if Console.isRead { Console.message(HouseholdHome.whereTheCodeIs) }
  }
}

/// `keepsake household members`: prints who is in the household.
struct HouseholdMembers: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "members",
    abstract: "List the members of the household and their machines.",
    discussion: "Members choose their own names: anyone who has the code can use any name.")

  @Flag(help: "Print one JSON object per line.")
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
      let own = try home.store.household.membership()?.device
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

  /// The members' devices; if the server can't be reached, the last known ones.
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
      Console.message("\(Console.describe(error).message); these are the last known members")
      return known
    }
  }

  private func say(_ member: Member) throws {
    if json { return try Console.json(member) }
    Console.data(
      member.name, member.machine, member.joined, member.isThisOne ? "this one" : "")
  }
}
