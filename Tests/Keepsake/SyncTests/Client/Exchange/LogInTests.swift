import InventorySupport
import Foundation
import Inventory
import PostgresSupport
import Testing

@testable import Sync

/// Another login is stored once the household's server accepts it.
@Suite struct LogInTests {
  @Test func anAcceptedLoginIsStored() throws {
    let homes = try Homes()
    let anna = try homes.home("anna")
    let code = try anna.create()
    #expect(throws: SyncError.self) { try anna.membership.logIn("nobody", password: "x") }
    #expect(try anna.file.read()?.code == code, "a refused login changes nothing")
    try anna.membership.logIn("member", password: "it's a \\ secret")
    let stored = try #require(try anna.file.read()?.code)
    #expect(PostgresAddress(stored.address).login == "member")
    #expect(stored.key == code.key && stored.household == code.household)
    try anna.add("Drill")
    try anna.exchange()
    #expect(try anna.store.household.membership()?.waiting == 0)
    try anna.membership.logIn("owner", password: "other")
    let last = try #require(try anna.file.read()?.code.address)
    #expect(
      !last.contains("secret") && !last.contains("member"), "the former login is gone: \(last)")
  }

  @Test func loggingInNeedsAHousehold() throws {
    let homes = try Homes()
    #expect(throws: ExchangeError.noHousehold) {
      try homes.home("anna").membership.logIn("member", password: "x")
    }
  }

  @Test(arguments: [
    "postgresql://anna@db.example/keepsake",
    "postgresql://anna@db.example/keepsake?sslmode=require",
    "host=db.example user=anna dbname=keepsake",
  ])
  func anEarlierLoginIsReplaced(address: String) {
    let first = PostgresAddress(address).with(login: "ben", password: "o'ne & two")
    let second = first.with(login: "chris", password: "three")
    #expect(first.login == "ben" && second.login == "chris")
    #expect(PostgresAddress(address).login == "anna")
    #expect(second.text == PostgresAddress(address).with(login: "chris", password: "three").text)
    #expect(second.host == "db.example")
  }
}
