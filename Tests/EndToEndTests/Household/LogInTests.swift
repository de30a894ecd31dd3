import Foundation
import PostgresSupport
import RepriseTesting
import Testing

/// The password of the household's server: its prompt and its storage.
@Suite(.waitsForProcesses) struct LogInTests {
  /// A unique word that needs no escaping in an address.
  private static let password = "quittenmarmelade4711undnochmehr"

  private let certificates: TestCertificates
  private let server: PostgresServer
  private let home: Home
  private let code: String

  /// A home in a household whose server's password has changed.
  init() throws {
    certificates = try TestCertificates()
    server = try PostgresServer(certificates: certificates)
    home = try Home()
    let address = server.networkAddress(try server.makeDatabase(), host: "localhost")
    let made = try home.run([
      "household", "create", "\(address)?sslrootcert=\(certificates.authority)", "--name", "Anna",
    ])
    guard made.status == 0 else { throw HouseholdFailure(description: made.errors) }
    code = made.text.trimmingCharacters(in: .newlines)
    try server.runSQL("alter role owner password '\(Self.password)'", database: "postgres")
  }

  @Test func passwordIsInNoFileAndNotInTheGuardianAfterLogin() throws {
    let app = try home.open()
    try app.wait(for: "log in")
    try app.press(script: "<F3>owner<Enter>")
    app.type(Self.password)
    try app.wait(for: "••••")
    try app.waitUntilIdle()
    try home.expectNoTrace(of: [Self.password])
    app.type("\r")
    try app.wait(for: "Logged in")
    // Waiting changes are sent as well.
    try app.press(script: "<Esc>nAAA samovar<^S>")
    try app.wait { !$0.text.contains("waits") && $0.text.contains("AAA samovar") }
    try app.waitUntilIdle()
    // The app needs the password to log in again; its guardian outlives the app.
    let process = try #require(app.app)
    #expect(try ProcessMemory.holds("AAA samovar", in: process), "the memory search does not work")
    #expect(try !ProcessMemory.holds(Self.password, in: app.processID))
    try home.expectNoTrace(of: [Self.password])
    // Nor in the files left at exit.
    try app.press(script: "q")
    try app.waitForExit()
    try home.expectNoTrace(of: [Self.password])
  }

  /// The first login of a home has its own screen, and its entries are in no file.
  @Test func windowJoinsWithItsOwnLogin() throws {
    let ben = try Home(isEmpty: true)
    let app = try ben.open()
    try app.press(script: "<F3>")
    try app.wait(for: "Join a household")
    app.type(code)
    try app.wait(for: "••••")
    try app.press(script: "<Tab>Ben<Tab>owner<Tab>")
    app.type("wrong\r")
    try app.wait(for: "authentication failed")
    app.type(Self.password)
    try app.waitUntilIdle()
    try ben.expectNoTrace(of: [Self.password, code])
    app.type("\r")
    try app.wait(for: "30 items")
    try app.waitUntilIdle()
    try ben.expectNoTrace(of: [Self.password, code])
    try app.press(script: "nAAA samovar<^S>")
    try app.wait { !$0.text.contains("waits") && $0.text.contains("31 items") }
    try app.press(script: "q")
    try app.waitForExit()
    let members = try ben.run(["household", "members"]).text
    #expect(members.contains("Anna") && members.contains("Ben"), "\(members)")
  }

  @Test func commandExplainsASecretBeforeAskingForIt() throws {
    let ben = try Home(isEmpty: true)
    let command = try ben.launch(["household", "join"])
    try command.wait(for: "Household code")
    #expect(command.picture.text.contains("Others see your changes under the name"))
    #expect(command.picture.text.contains("(stored encrypted)"))
    command.type(code + "\r")
    try command.wait(for: "Password")
    #expect(command.picture.text.contains("The server refused the login"))
    #expect(command.picture.text.contains("Password for the server (stored encrypted)"))
    command.type(Self.password + "\r")
    try command.wait(for: "Joined")
    #expect(!command.picture.text.contains(Self.password))
  }
}
