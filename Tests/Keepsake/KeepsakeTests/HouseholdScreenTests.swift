import Foundation
import Reprise
import RepriseTesting
import Sync
import Synchronization
import TestSupport
import Testing

@testable import Inventory
@testable import Keepsake

/// The screens about the household, and logging in to its server.
@Suite struct HouseholdScreenTests {
  /// Records log-in attempts and accepts one password.
  private nonisolated final class Door: Sendable {
    let tried = Mutex<[String]>([])
    func open(_ login: String, _ password: String) throws {
      tried.withLock { $0.append("\(login) \(password)") }
      guard password == "right" else { throw SyncError.refused("password authentication failed") }
    }
  }

  static let key = SyncKey(bytes: [UInt8](repeating: 7, count: 32))

  /// Makes the server refuse the login if requested.
  static func prepare(_ context: AppContext, needsLogin: Bool) {
    if needsLogin {
      context.sync.hear(
        .closed(
          ConnectionFailure(
            reason: "the household's server cannot be used: password authentication failed",
            needsLogin: true)))
    }
  }

  /// Stores credentials as joining does.
  static func storeCredentials(in directory: String) throws {
    let key = try #require(key)
    let code = JoinCode(
      address: "postgresql://anna@db.example/keepsake", household: "h", key: key)
    try CredentialFile(in: directory, sealing: OpenSealing()).write(
      SyncCredentials(code: code, member: "Anna", joined: 0))
  }

  private func app(
    restarts: Bool = false, needsLogin: Bool = false, door: Door = Door()
  ) throws -> SampleApp {
    let app = try SampleApp(
      sharedIn: Size(width: 80, height: 24), restarts: restarts,
      server: TestServer(logIn: { try door.open($0, $1) })
    ) { _ in
    } prepare: {
      Self.prepare($0, needsLogin: needsLogin)
    }
    try Self.storeCredentials(in: app.directory)
    return app
  }

  @Test func theScreenShowsMembersAndSyncStatus() throws {
    let app = try app(restarts: true)
    try app.keys("3H")
    for text in [
      "Anna", "db.example", "nothing; everything is in sync", "desk, since 2026-11-19 — this one",
      "laptop, since 2026-11-20",
    ] {
      #expect(app.pilot.screen.contains(text), "\(text)")
    }
    let store = try InventoryStore(directory: app.directory)
    try store.changes.perform(.createItem(Item(uuid: UUID(), name: "Saw")), session: "other")
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("1 change"))
  }

  @Test func changesSetAsideAreListedByDevice() throws {
    let app = try app()
    let store = try InventoryStore(directory: app.directory)
    let next = try #require(try store.household.membership()).lastSequence + 1
    try store.household.receive(
      [(operation: nil, operationID: OperationID(device: "stranger", number: 1, sequence: next))],
      author: "Anna")
    try app.keys("3H")
    #expect(app.pilot.screen.contains("Set aside"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("1 change by stranger was set aside: altered, encrypted"))
  }

  /// Earlier versions could seal an item that fills a whole operation.
  @Test func aPrivateItemTooLargeToSendIsNamed() throws {
    let app = try app()
    let store = try InventoryStore(directory: app.directory)
    let sealed = String(repeating: "A", count: OperationBounds.cellBytes)
    try store.database.write(source: "test", isWhole: true) { transaction in
      let item = Item(uuid: UUID(), name: "Coin").masked(sealed: sealed)
      _ = try ItemWriter(transaction).insert(item)
    }
    try app.keys("3H")
    #expect(app.pilot.screen.contains("Not sent"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("is too large to be sent"))
  }

  @Test func theTabBarCountsWaitingChangesWhileOffline() throws {
    let app = try app()
    let context = try #require(app.list?.context)
    #expect(context.sync.status == "")
    context.sync.hear(.closed(ConnectionFailure(reason: "no route to host")))
    #expect(context.sync.status == "⇅ offline")
    for (name, said) in [
      ("Saw", "⇅ 1 change waits"), ("Drill", "⇅ 2 changes wait"), ("Vise", "⇅ 3 changes wait"),
    ] {
      #expect(context.changes.perform(.createItem(Item(name: name))))
      try app.pilot.settle()
      #expect(context.sync.status == said)
      #expect(app.pilot.screen.contains(said), "\(app.pilot.screen)")
    }
  }

  @Test func theJoinCodeIsShownOnlyAfterConfirmation() throws {
    let app = try app()
    try app.keys("3Hc")
    #expect(app.pilot.screen.contains("Show the household code?"))
    #expect(!app.pilot.screen.contains("keepsake1-"))
    try app.keys("s")
    #expect(app.pilot.screen.contains("keepsake1-"))
    let front = try #require(app.pilot.application.window.frontController)
    #expect(front.view.subviews.contains { $0.isSecure }, "no snapshot shows it")
    try app.pilot.restartAndRestore()
    #expect(!app.pilot.screen.contains("keepsake1-"))
    #expect(app.pilot.screen.contains("Members"), "the screen below is restored")
  }

  @Test func rule_8_7_1_aRefusedLoginAsksForAnother() async throws {
    let door = Door()
    let app = try app(needsLogin: true, door: door)
    #expect(app.pilot.screen.contains("⇅ log in"))
    try app.keys("<F3>anna")
    #expect(app.sheetWords.contains("neither Keepsake's passphrase nor the household code"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("anna"), "the login is no secret")
    try app.keys("<Enter>wrong")
    #expect(app.pilot.screen.contains("•••••") && !app.pilot.screen.contains("wrong"))
    try app.keys("<Enter>")
    try await app.pilot.waitForTasks()
    #expect(app.sheetWords.contains("password authentication failed"))
    try app.keys("right<Enter>")
    try await app.pilot.waitForTasks()
    #expect(app.pilot.screen.contains("Logged in"))
    #expect(!app.pilot.screen.contains("⇅ log in"))
    #expect(door.tried.withLock { $0 } == ["anna wrong", "anna right"])
  }

  @Test func theLogInScreenExplainsItsPurposeAboveTheFields() throws {
    let app = try app(needsLogin: true)
    try app.keys("<F3>")
    // A sentence may span rows.
    let text = app.sheetWords
    let purpose = [
      "for the server through which homes exchange changes", "The server learns it, the other",
      "It is stored encrypted",
    ]
    let login = try #require(text.range(of: " Login "), "\(text)")
    let password = try #require(text.range(of: " Password "))
    for words in purpose {
      let place = try #require(text.range(of: words), "\(text)")
      #expect(place.upperBound <= login.lowerBound && login.upperBound <= password.lowerBound)
    }
  }

  @Test func thePasswordIsNotSaved() throws {
    let app = try app(needsLogin: true)
    try app.keys("<F3>anna<Enter>sesame<F3>")
    #expect(app.pilot.screen.contains("••••••"), "F3 opens no second sheet")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("anna") && !app.pilot.screen.contains("•"))
  }

  /// Records attempts to join.
  private nonisolated final class Gate: Sendable {
    let tried = Mutex<[String]>([])
    func join(_ code: JoinCode, _ member: String, _ isCancelled: () -> Bool) throws {
      tried.withLock { $0.append("\(code.address) \(member)") }
      guard code.address.contains("right") else {
        throw SyncError.refused("password authentication failed")
      }
    }
  }

  private static var code: String {
    get throws {
      let key = try #require(key)
      return JoinCode(address: "postgresql://db.example/keepsake", household: "h", key: key).text
    }
  }

  @Test func rule_8_7_1_theFirstLogInHasItsScreen() async throws {
    let gate = Gate()
    let app = try SampleApp(server: TestServer(join: { try gate.join($0, $1, $2) }))
    try app.keys("<F3>keepsake1-wrong<Enter>")
    #expect(app.pilot.screen.contains("This is not a complete code"), "\(app.pilot.screen)")
    try app.keys("<^U>")
    try app.pilot.paste(try Self.code)
    #expect(!app.pilot.screen.contains("keepsake1-"), "it is a secret")
    try app.keys("<Tab>Anna<Tab>anna<Tab>wrong<Enter>")
    try await app.pilot.waitForTasks()
    #expect(app.sheetWords.contains("password authentication failed"))
    try app.keys("right<Enter>")
    try await app.pilot.waitForTasks()
    #expect(app.pilot.screen.contains("Joined"), "\(app.pilot.screen)")
    let address = "postgresql://db.example/keepsake?user=anna&password="
    #expect(gate.tried.withLock { $0 } == ["\(address)wrong Anna", "\(address)right Anna"])
  }

  /// The code's login uses the code's password unless another one is typed.
  @Test(arguments: [("", ":sesame@"), ("other", "password=other")])
  func aTypedPasswordReplacesThatOfTheCode(typed: String, expected: String) async throws {
    let gate = Gate()
    let app = try SampleApp(server: TestServer(join: { try gate.join($0, $1, $2) }))
    let code = JoinCode(
      address: "postgresql://anna:sesame@db.example/right", household: "h",
      key: try #require(Self.key))
    try app.keys("<F3>")
    try app.pilot.paste(code.text)
    try app.keys("<Tab>Anna<Tab><Tab>\(typed)<Enter>")
    try await app.pilot.waitForTasks()
    let tried = gate.tried.withLock { $0 }
    #expect(tried.count == 1 && tried[0].contains(expected), "\(tried)")
    #expect(typed.isEmpty || !tried[0].contains("sesame"), "\(tried)")
  }

  /// A server that answers when the test allows it.
  private nonisolated final class SlowGate: Sendable {
    let (answer, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let hasJoined = Mutex(false)

    func join(_ isCancelled: () -> Bool) {
      answer.wait()
      if !isCancelled() { hasJoined.withLock { $0 = true } }
      isOver.signal()
    }
  }

  @Test func enterOnAnEmptyCodeAsksForTheCode() throws {
    let server = TestServer(join: { _, _, _ in Issue.record("nothing was entered") })
    let app = try SampleApp(server: server)
    try app.keys("<F3>")
    #expect(app.pilot.screen.contains("Join a household"), "\(app.pilot.screen)")
    for typed in ["", "  "] {
      try app.keys("\(typed)<Enter>")
      #expect(app.pilot.screen.contains("Enter the code."), "\(app.pilot.screen)")
    }
    try app.keys("k")
    #expect(!app.pilot.screen.contains("Enter the code."), "the next letter clears it")
  }

  /// The sheet closes while the server is being asked.
  @Test func closingTheSheetCancelsJoining() throws {
    let gate = SlowGate()
    let app = try SampleApp(
      server: TestServer(join: { _, _, isCancelled in gate.join(isCancelled) }))
    app.pilot.finishesBackgroundWork = false
    try app.keys("<F3>")
    try app.pilot.paste(try Self.code)
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Enter again to join as"), "\(app.pilot.screen)")
    #expect(!app.pilot.screen.contains("Connecting"), "the name comes first")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Connecting"))
    try app.keys("<Esc>")
    #expect(!app.pilot.screen.contains("Join a household"))
    gate.answer.signal()
    #expect(Wait.until(gate.isOver) && gate.hasJoined.withLock { !$0 })
  }

  @Test func codeAndPasswordAreNotSaved() throws {
    let app = try SampleApp()
    try app.keys("<F3>secret<Tab>Anna<Tab>ann<Tab>sesame")
    #expect(app.pilot.screen.contains("••••••"))
    try app.keys("<F1><Esc>")
    #expect(app.pilot.screen.contains("••••••"), "opening the help keeps the typed text")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("Anna") && app.pilot.screen.contains("ann"))
    #expect(!app.pilot.screen.contains("•"))
  }

  @Test func theJoinScreenExplainsEachFieldAboveIt() throws {
    let app = try SampleApp()
    try app.keys("<F3>")
    let text = app.pilot.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let order = [
      "Enter your invite code", " Code ", "Others see your changes",
      " Your name ",
      "The server learns it, the other homes don't", " Login ", " Password ",
    ]
    let places = try order.map { try #require(text.range(of: $0), "\($0) in \(text)").lowerBound }
    #expect(places == places.sorted())
  }

  @Test func theHouseholdsHistoryOpensWithAKey() throws {
    let app = try SampleApp(sharedIn: Size(width: 80, height: 24)) { try $0.disagreeBesides() }
    try app.keys("3HC")
    for text in [
      "Anna (desk) — place Home / Kitchenette: Name: Kitchen → Kitchenette",
      "Ben (laptop) — setting insurer: nothing → Mobiliar",
      "Ben (laptop) — Chef's knife: File “Receipt”: receipt.txt → Bill",
      "Anna (desk) — Chef's knife: File “Receipt” added",
    ] {
      let shown = app.pilot.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(shown.contains(text), "\(text) in \(shown)")
    }
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("History"))
  }

  @Test func withoutAHouseholdItsActionsAreUnavailable() throws {
    let app = try SampleApp()
    try app.keys("3")
    let ids = app.pilot.application.window.availableKeyCommands.compactMap(\.actionID)
    #expect(!ids.contains("reports.household") && !ids.contains("app.log-in"))
  }

  @Test(arguments: [true, false]) func anEmptyHomeOffersJoiningUnlessItHasJoined(
    _ isInOne: Bool
  ) throws {
    let app = try SampleApp(inventory: SampleApp.emptyInventory.get()) { directory in
      let store = try InventoryStore(directory: directory)
      if isInOne { try store.household.enter("h", .founding) }
    }
    #expect(app.pilot.screen.contains("Nothing here yet"))
    #expect(app.pilot.screen.contains("joins a household") != isInOne, "\(app.pilot.screen)")
  }
}
