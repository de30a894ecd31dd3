import Foundation
import Inventory
import InventorySupport
import PostgresSupport
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// Collects the events of a connection.
private final class Heard: Sendable {
  private let events = Mutex<[ConnectionEvent]>([])
  private let signal = DispatchSemaphore(value: 0)

  func take(_ event: ConnectionEvent) {
    if case .opened(let descriptor) = event { close(descriptor) }
    events.withLock { $0.append(event) }
    signal.signal()
  }

  /// Whether a matching event has come since.
  func has(where matches: (ConnectionEvent) -> Bool) -> Bool {
    events.withLock { $0.contains(where: matches) }
  }

  /// Waits for a matching event, and forgets all events up to it.
  func wait(_ what: String, where matches: (ConnectionEvent) -> Bool) throws {
    while true {
      let isThere = events.withLock { events in
        guard let index = events.firstIndex(where: matches) else { return false }
        events.removeSubrange(...index)
        return true
      }
      if isThere { return }
      try #require(Wait.until(signal), "\(what) did not come")
    }
  }
}

extension ConnectionEvent {
  fileprivate var isOpened: Bool { if case .opened = self { true } else { false } }
  fileprivate var isClosed: Bool { if case .closed = self { true } else { false } }
  fileprivate var isReceived: Bool { if case .received = self { true } else { false } }
  fileprivate var isSettled: Bool { if case .settled = self { true } else { false } }
  fileprivate var isLeft: Bool { if case .left = self { true } else { false } }
}

extension SlowSocket {
  /// Waits until something is held back.
  fileprivate var comesToHoldSomething: Bool {
    Wait.until { holdsSomething }
  }
}

/// Runs tasks although other tests block the shared threads.
private final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Seals nothing, and can make opening wait.
private final class HeldSealing: CredentialSealing {
  let kind = OpenSealing().kind
  private let isHolding = Mutex(false)
  private let held = DispatchSemaphore(value: 0)
  private let mayGoOn = DispatchSemaphore(value: 0)

  func seal(_ bytes: [UInt8]) throws -> [UInt8] { bytes }

  func open(_ sealed: [UInt8]) throws -> [UInt8] {
    if isHolding.withLock({ $0 }) {
      held.signal()
      mayGoOn.wait()
    }
    return sealed
  }

  /// Makes the next opening wait.
  func hold() { isHolding.withLock { $0 = true } }

  var comesToBeHeld: Bool { Wait.until(held) }

  func letGo() {
    isHolding.withLock { $0 = false }
    mayGoOn.signal()
  }
}

@Suite struct LineTests {
  private let homes: Homes
  private let anna: Home
  private let ben: Home

  init() throws {
    homes = try Homes()
    anna = try homes.home("anna")
    ben = try homes.home("ben")
  }

  private func line(of home: Home, _ heard: Heard, givesWay: Bool = false) -> SyncConnection {
    SyncConnection(
      directory: home.store.database.directory, file: home.file, program: homes.program,
      givesWay: givesWay
    ) { heard.take($0) }
  }

  @Test func rule_8_8_10_aChangeReachesTheOtherHomeAtOnce() throws {
    try ben.join(anna.create())
    let (annas, bens) = (Heard(), Heard())
    let lines = [line(of: anna, annas), line(of: ben, bens)]
    defer { lines.forEach { $0.end() } }
    try annas.wait("anna's line") { $0.isOpened }
    try bens.wait("ben's line") { $0.isOpened }
    for round in 0..<5 {
      try anna.add("A\(round)")
      try bens.wait("anna's item") { $0.isReceived }
      try ben.add("B\(round)")
      try annas.wait("ben's item") { $0.isReceived }
    }
    #expect(try anna.names.count == 10 && ben.names.count == 10)
  }

  /// The row arrived and was announced before the file was there.
  @Test func aFileThatArrivesLaterIsFetchedAtOnce() throws {
    try ben.join(anna.create())
    let heard = Heard()
    let line = line(of: ben, heard)
    defer { line.end() }
    try heard.wait("ben's line") { $0.isSettled }
    let item = try anna.add("Drill")
    let attachment = try anna.attach([1, 2, 3], named: "a.bin", to: item)
    let server = try anna.membership.connect(#require(try anna.file.read()).code)
    defer { server.close() }
    let exchange = SyncExchange(anna.store, server, try #require(try anna.file.read()))
    _ = try exchange.exchangeOperations()
    try heard.wait("the row") { $0.isReceived }
    try heard.wait("the exchange") { $0.isSettled }
    let attachments = ben.store.attachments
    #expect(attachments.condition(of: attachment, thoroughly: true) == .missing)
    _ = try exchange.exchangeContents { true }
    #expect(Wait.until { attachments.condition(of: attachment, thoroughly: true) == .intact })
  }

  @Test func theConnectionReopensWhenTheServerReturns() throws {
    let server = try PostgresServer()
    let homes = try Homes(on: server)
    let (anna, ben) = (try homes.home("anna"), try homes.home("ben"))
    try ben.join(anna.create())
    let heard = Heard()
    let line = line(of: anna, heard)
    defer { line.end() }
    try heard.wait("the line") { $0.isOpened }
    server.stop()
    try heard.wait("the end") { $0.isClosed }
    let failure = ConnectionLock.failure(in: anna.store.database.directory)
    #expect(failure?.reason.contains("cannot be reached") == true)
    try anna.add("Drill")
    #expect(anna.store.database.householdWaiting == 1)
    try server.start()
    line.lookNow()
    try heard.wait("the line") { $0.isOpened }
    try heard.wait("the exchange") { if case .settled = $0 { true } else { false } }
    try ben.exchange()
    #expect(try ben.names == ["Drill"])
    #expect(ConnectionLock.failure(in: anna.store.database.directory) == nil)
  }

  @Test func theNextProgramTakesOverTheConnection() throws {
    try ben.join(anna.create())
    let (first, second) = (Heard(), Heard())
    let holder = line(of: anna, first)
    try first.wait("the first line") { $0.isOpened }
    let waiting = line(of: anna, second)
    defer { waiting.end() }
    // Written by neither program, as a command does.
    try anna.add("Drill")
    try first.wait("the exchange") { if case .settled = $0 { true } else { false } }
    holder.end()
    try second.wait("the second line") { $0.isOpened }
    try ben.add("Saw")
    try ben.exchange()
    try second.wait("ben's item") { $0.isReceived }
    #expect(try anna.names == ["Drill", "Saw"])
  }

  @Test func theAgentYieldsToWindowsAndReconnectsAfterTheLast() throws {
    try ben.join(anna.create())
    let (agents, first, second) = (Heard(), Heard(), Heard())
    let agent = line(of: anna, agents, givesWay: true)
    defer { agent.end() }
    try agents.wait("the agent's line") { $0.isOpened }
    let window = line(of: anna, first)
    try first.wait("the window's line") { $0.isOpened }
    let another = line(of: anna, second)
    window.end()
    try second.wait("the other window's line") { $0.isOpened }
    try ben.add("Saw")
    try ben.exchange()
    try second.wait("ben's item") { $0.isReceived }
    #expect(!agents.has { $0.isOpened })
    another.end()
    try agents.wait("the takeover") { if case .tookOver = $0 { true } else { false } }
    try agents.wait("the agent's line") { $0.isOpened }
    #expect(!agents.has { $0.isReceived })
  }

  /// The window tries at once, however long the agent waits.
  @Test func theAgentYieldsToAWindowWhileItWaitsToRetry() throws {
    let code = try anna.create()
    var credentials = SyncCredentials(code: code, member: "anna", joined: 0)
    credentials.code.address =
      PostgresAddress(code.address).with(login: "nobody", password: "x").text
    try anna.file.write(credentials)
    let (agents, windows) = (Heard(), Heard())
    let agent = line(of: anna, agents, givesWay: true)
    defer { agent.end() }
    for _ in 0..<4 { try agents.wait("the refusal") { $0.isClosed } }
    let window = line(of: anna, windows)
    defer { window.end() }
    try windows.wait("the window's refusal") { $0.isClosed }
  }

  /// A window offers to log in even while another program holds the connection, and that program notices.
  @Test func anotherLoginOpensARefusedConnection() throws {
    var credentials = SyncCredentials(code: try anna.create(), member: "anna", joined: 0)
    let good = credentials
    credentials.code.address =
      PostgresAddress(good.code.address).with(login: "nobody", password: "x").text
    try anna.file.write(credentials)
    let heard = Heard()
    let line = line(of: anna, heard)
    defer { line.end() }
    // Waits for a later pause, since the first one is short.
    for _ in 0..<4 { try heard.wait("the refusal") { $0.isClosed } }
    #expect(ConnectionLock.failure(in: anna.store.database.directory)?.needsLogin == true)
    try anna.membership.logIn("member", password: "it's a \\ secret")
    try heard.wait("the line") { $0.isOpened }
    try heard.wait("the exchange") { if case .settled = $0 { true } else { false } }
    #expect(ConnectionLock.failure(in: anna.store.database.directory) == nil)
    // An open connection restarts as well.
    try anna.file.write(good)
    try heard.wait("the line") { $0.isOpened }
  }

  @Test func leavingEndsTheConnection() throws {
    _ = try anna.create()
    let heard = Heard()
    let line = line(of: anna, heard)
    defer { line.end() }
    try heard.wait("the line") { $0.isOpened }
    try anna.membership.leave(regardless: true)
    line.lookNow()
    try heard.wait("the end") { $0.isLeft }
  }

  @Test func waitingEndsWhenTheConnectionEnds() async throws {
    _ = try anna.create()
    let heard = Heard()
    let line = line(of: anna, heard)
    await line.settled()
    try anna.add("Drill")
    await line.settled()
    #expect(try anna.store.household.membership()?.waiting == 0)
    line.end()
    await line.settled()
  }

  // MARK: - Waiting for an exchange

  /// The home of a household whose server is behind a socket that can hold back.
  private func slowHome() throws -> (Homes, SlowSocket, Home) {
    let server = try PostgresServer()
    let socket = try SlowSocket(before: server)
    let homes = try Homes(on: server, behind: socket)
    let home = try homes.home("anna")
    _ = try home.create()
    return (homes, socket, home)
  }

  /// Begins to wait for the changes so far before it returns; signals when they are exchanged.
  private func settling(_ line: SyncConnection) -> DispatchSemaphore {
    let settled = DispatchSemaphore(value: 0)
    Task.immediate(executorPreference: OwnThreads()) {
      await line.settled()
      settled.signal()
    }
    return settled
  }

  /// An exchange may miss changes made after it began.
  @Test func waitingDuringAnExchangeWaitsForTheNext() throws {
    let (homes, socket, anna) = try slowHome()
    defer { withExtendedLifetime(homes) {} }
    let heard = Heard()
    let line = line(of: anna, heard)
    defer { line.end() }
    try heard.wait("the line") { $0.isSettled }
    // Four requests pass, for news, to send, and twice for news; the one for the members is held back.
    socket.holdBack(after: 4)
    try anna.add("Kettle")
    #expect(socket.comesToHoldSomething)
    try anna.add("Samovar")
    let settled = settling(line)
    socket.holdBack(after: 1)
    try heard.wait("the exchange") { $0.isSettled }
    #expect(settled.wait(timeout: .now() + 0.5) == .timedOut)
    socket.letGo()
    #expect(Wait.until(settled))
    #expect(try anna.store.household.membership()?.waiting == 0)
  }

  /// By then, the connection has checked for changes.
  @Test func waitingAfterTheCheckForChangesWaitsForTheNextExchange() throws {
    let (homes, socket, anna) = try slowHome()
    defer { withExtendedLifetime(homes) {} }
    let sealing = HeldSealing()
    let heard = Heard()
    let line = SyncConnection(
      directory: anna.store.database.directory,
      file: CredentialFile(in: anna.store.database.directory, sealing: sealing),
      program: homes.program
    ) { heard.take($0) }
    defer { line.end() }
    try heard.wait("the line") { $0.isSettled }
    // It reads the credentials after it notices that they were written.
    sealing.hold()
    try anna.file.write(#require(try anna.file.read()))
    try #require(sealing.comesToBeHeld)
    socket.holdBack(after: 0)
    try anna.add("Kettle")
    let settled = settling(line)
    sealing.letGo()
    #expect(socket.comesToHoldSomething)
    #expect(settled.wait(timeout: .now() + 0.5) == .timedOut)
    socket.letGo()
    #expect(Wait.until(settled))
    #expect(try anna.store.household.membership()?.waiting == 0)
  }

  // MARK: - Stopping the process

  /// Stops "the process" on a thread of its own.
  private func pausing(_ line: SyncConnection) -> DispatchSemaphore {
    let stopped = DispatchSemaphore(value: 0)
    Thread.detachNewThread { line.paused(timeout: 60_000) { stopped.signal() } }
    return stopped
  }

  @Test func anIdleConnectionDoesNotDelayAStop() throws {
    try ben.join(anna.create())
    let heard = Heard()
    let line = line(of: anna, heard)
    defer { line.end() }
    try heard.wait("the line") { $0.isSettled }
    #expect(Wait.until(pausing(line)))
  }

  @Test func aStopWaitsForARunningExchange() throws {
    let (homes, socket, anna) = try slowHome()
    defer { withExtendedLifetime(homes) {} }
    let heard = Heard()
    let line = line(of: anna, heard)
    defer { line.end() }
    try heard.wait("the line") { $0.isSettled }
    socket.holdBack(after: 0)
    try anna.add("Kettle")
    try #require(socket.comesToHoldSomething)
    let stopped = pausing(line)
    #expect(stopped.wait(timeout: .now() + 0.5) == .timedOut)
    socket.letGo()
    #expect(Wait.until(stopped))
  }
}

@Suite struct LinePausesTests {
  @Test func pausesGrowToFiveMinutesAndCanBeReset() {
    var pauses = RetryPauses()
    let first = pauses.next(isOnBattery: false)
    #expect((400...600).contains(first))
    for _ in 0..<30 { _ = pauses.next(isOnBattery: false) }
    #expect((240_000...360_000).contains(pauses.next(isOnBattery: false)))
    pauses.reset()
    #expect((400...600).contains(pauses.next(isOnBattery: false)))
  }

  @Test func onBatteryPausesAreFourTimesAsLong() {
    var pauses = RetryPauses()
    #expect((1600...2400).contains(pauses.next(isOnBattery: true)))
  }

  @Test func pausesDetectThePowerSourceByDefault() {
    var pauses = RetryPauses()
    let expected = PowerSource.isOnBattery ? 1600...2400 : 400...600
    #expect(expected.contains(pauses.next()))
  }
}
