import Foundation
import Inventory
import Storage
import Synchronization

/// The connection of an inventory to its household's server, on a thread of its own.
///
/// Only one program at a time holds the connection. The others wait for it, and the agent yields it
/// to the windows. While it is open, the thread sleeps until the server reports a change or another
/// program writes to the inventory. A lost connection is reopened from scratch, after increasing delays.
public final class SyncConnection: Sendable {
  private struct State {
    var isEnding = false
    var isAnew = false
    var isAsked = false
    var hasEnded = false
    /// The callers waiting for the next exchange, and those waiting for the current one.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var served: [CheckedContinuation<Void, Never>] = []
  }

  private let directory: String
  private let file: CredentialFile
  private let program: String
  private let givesWay: Bool
  private let tell: @Sendable (ConnectionEvent) -> Void
  private let wake = WakeSignal()
  /// The thread is inside this barrier except while it waits.
  private let work = SuspendBarrier()
  private let state = Mutex(State())

  /// Starts the thread, which waits for the connection and then holds it.
  ///
  /// - Parameters:
  ///   - directory: The directory of the inventory; the thread opens its own database connection to it.
  ///   - file: The credentials.
  ///   - program: The path of the companion.
  ///   - givesWay: Whether to yield the connection to windows, as the agent does.
  ///   - tell: Called on the thread for each event.
  public init(
    directory: String, file: CredentialFile, program: String, givesWay: Bool = false,
    tell: @escaping @Sendable (ConnectionEvent) -> Void
  ) {
    self.directory = directory
    self.file = file
    self.program = program
    self.givesWay = givesWay
    self.tell = tell
    let thread = Thread { [self] in run() }
    thread.name = "household"
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Looks for changes and new credentials now, and ends a pause.
  public func lookNow() { wake.send() }

  /// Starts an exchange even if the server has announced nothing; the server then sees this home.
  public func exchangeNow() {
    state.withLock { $0.isAsked = true }
    wake.send()
  }

  /// Closes and reopens the connection, for example after the network changed.
  public func beginAnew() {
    state.withLock { $0.isAnew = true }
    wake.send()
  }

  /// Waits until all changes up to now are exchanged.
  ///
  /// It runs on the caller's executor: the global one would wake up every second from then on to check its threads.
  public func settled(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isDone = state.withLock { state in
        guard !state.hasEnded else { return true }
        state.waiters.append(continuation)
        return false
      }
      if isDone { continuation.resume() } else { wake.send() }
    }
  }

  /// Suspends this process once the thread is waiting.
  ///
  /// By then, everything read from the server has been exchanged. Unread data wakes the app.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for the thread, in milliseconds. A longer exchange is suspended
  ///     with the process, and the answer that it waits for wakes the app.
  ///   - stop: Stops the process, and returns when the process continues.
  public func paused(timeout: Int, _ stop: () -> Void) {
    work.closed(timeout: timeout, stop)
  }

  /// Asks the thread to close the connection and end.
  public func end() {
    state.withLock { $0.isEnding = true }
    wake.send()
  }

  /// How long to wait for another writer to finish, and how long before the next try, in milliseconds.
  private static let timeout = 100
  private static let writing = 1000

  /// How long the kernel may take to unlock a file that was closed, in milliseconds.
  private static let unlocking = 2000

  private var isEnding: Bool { state.withLock { $0.isEnding } }

  // MARK: - The thread

  private func run() {
    work.enter()
    defer {
      release(ending: true)
      work.leave()
    }
    do {
      // Without content limits: homes also exchange items that are hidden from this login.
      let store = try InventoryStore(directory: directory)
      let watch = WriteWatch(store)
      let turn = try ConnectionTurn(in: directory, givesWay: givesWay)
      while try waitForTurn(turn, store, watch), hold(store, watch, turn) { try turn.pass() }
      turn.note(nil)
    } catch {
      tell(.failed(ConnectionFailure(reason: "\(error)")))
    }
  }

  /// Waits until this program may hold the connection.
  ///
  /// - Returns: Whether it may; `false` if the thread is ending.
  private func waitForTurn(
    _ turn: ConnectionTurn, _ store: InventoryStore, _ watch: WriteWatch
  ) throws -> Bool {
    guard !turn.take() else { return true }
    // The kernel reports that a file was closed before it releases the lock, and on a busy machine
    // the delay is long: the report may have come before the watch began.
    var timeout: Int? = Self.unlocking
    while true {
      wait(for: [watch.descriptor], milliseconds: timeout)
      let isTold = watch.take().contains(.line) && !watch.isBlind
      release()
      if isEnding { return false }
      if turn.take(timeout: isTold ? Self.unlocking : 0) { break }
      timeout = nil
    }
    if let membership = try store.household.membership() {
      tell(.tookOver(lastSequence: membership.lastSequence))
    }
    return true
  }

  /// Keeps the connection open as long as there is a household.
  ///
  /// - Returns: Whether it yielded to a window.
  private func hold(_ store: InventoryStore, _ watch: WriteWatch, _ turn: ConnectionTurn) -> Bool {
    var pauses = RetryPauses()
    while !isEnding {
      if turn.mustGiveWay { return true }
      do {
        guard try store.household.membership() != nil else {
          tell(.left)
          return false
        }
        guard let credentials = try file.read() else { throw ExchangeError.noKey }
        try serve(store, credentials, watch, turn) { pauses.reset() }
      } catch {
        let failure = Self.failure(error)
        turn.note(failure)
        tell(.closed(failure))
        release()
        if isEnding { break }
        if case ExchangeError.noKey = error {
          pause(watch)
        } else {
          pause(watch, milliseconds: pauses.next())
        }
      }
    }
    return false
  }

  /// Waits for new credentials, a request for the connection, or a timeout.
  private func pause(_ watch: WriteWatch, milliseconds: Int? = nil) {
    let start = ContinuousClock.now
    while true {
      let passed = Int((ContinuousClock.now - start) / .milliseconds(1))
      let rest = milliseconds.map { max(0, $0 - passed) }
      let isOver = rest == 0 || wait(for: [watch.descriptor], milliseconds: rest)
      let isTold = !watch.take().isDisjoint(with: [.credentials, .claims])
      // Without kernel events a timer ticks instead. A tick isn't a change, so wait for the whole pause.
      if isOver || isTold && (milliseconds == nil || !watch.isBlind) { return }
    }
  }

  /// Opens the connection and serves it until it is lost or the program ends.
  private func serve(
    _ store: InventoryStore, _ credentials: SyncCredentials, _ watch: WriteWatch,
    _ turn: ConnectionTurn, opened: () -> Void
  ) throws {
    state.withLock { $0.isAnew = false }
    let code = credentials.code
    let server = try SyncClient(
      address: code.address, household: code.household, token: Data(code.key.token),
      program: program)
    defer { server.close() }
    let exchange = SyncExchange(store, server, credentials)
    try exchange.checkHead()
    let own = fcntl(server.descriptor, F_DUPFD_CLOEXEC, 3)
    if own >= 0 { tell(.opened(descriptor: own)) }
    var hasNews = true
    var mayHaveContents = true
    var isBeingWritten = false
    beginToServe()
    while true {
      try exchangeOnce(exchange, store, &mayHaveContents, hasNews: hasNews) {
        !isAnythingUp(server, watch)
      }
      if hasNews {
        turn.note(nil)
        tell(.settled)
        opened()
      }
      if !mayHaveContents {
        wait(
          for: [server.descriptor, watch.descriptor],
          milliseconds: isBeingWritten ? Self.writing : nil)
      }
      // Before the flags are read: a caller sets its flag first and wakes the thread afterwards.
      wake.take()
      // Before the news is read: later callers may wait for newer data.
      beginToServe()
      guard !isEnding, !state.withLock({ $0.isAnew }) else { return }
      let written = watch.take()
      if written.contains(.credentials), try file.read() != credentials { return }
      if written.contains(.claims), turn.mustGiveWay { return }
      let isWritten = isBeingWritten || written.contains(.data)
      isBeingWritten = isWritten && !store.database.isAtRest(timeout: Self.timeout)
      hasNews = try takeNews(of: server, store, isWritten: isWritten)
      guard try store.household.membership() != nil else { return }
    }
  }

  /// Exchanges all changes, then resumes the callers that were already waiting.
  private func exchangeOnce(
    _ exchange: SyncExchange, _ store: InventoryStore, _ mayHaveContents: inout Bool,
    hasNews: Bool, while mayGoOn: () -> Bool
  ) throws {
    defer { release(waiting: false) }
    if hasNews {
      let changes = try exchange.exchangeOperations()
      try exchange.exchangeDevices()
      if !changes.isEmpty { tell(.received) }
      mayHaveContents = true
    }
    if mayHaveContents { mayHaveContents = try !exchange.exchangeContents(while: mayGoOn) }
  }

  /// Handles events; returns whether there is anything to exchange.
  private func takeNews(
    of server: SyncClient, _ store: InventoryStore, isWritten: Bool
  ) throws -> Bool {
    let isAsked = state.withLock { state in
      defer { state.isAsked = false }
      return state.isAsked
    }
    let isTold = try server.takeNotices() || isAsked
    guard isWritten, !isTold else { return isTold }
    guard let membership = try store.household.membership() else { return false }
    return try membership.waiting > 0 || !store.household.unsettledContents().isEmpty
  }

  private func isAnythingUp(_ server: SyncClient, _ watch: WriteWatch) -> Bool {
    var polled = [server.descriptor, watch.descriptor, wake.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    return poll(&polled, nfds_t(polled.count), 0) > 0
  }

  /// Sleeps until a descriptor is readable, the thread is woken, or the timeout expires.
  ///
  /// - Returns: Whether the thread was woken, or the timeout expired.
  @discardableResult
  private func wait(for descriptors: [Int32], milliseconds: Int? = nil) -> Bool {
    var polled = (descriptors + [wake.descriptor]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    work.leave()
    let count = retryingInterrupted { poll(&polled, nfds_t(polled.count), timeout) }
    work.enter()
    wake.take()
    return count == 0 || polled.last?.revents != 0
  }

  /// Takes the callers that wait for changes up to now.
  private func beginToServe() {
    state.withLock { state in
      state.served += state.waiters
      state.waiters = []
    }
  }

  /// Resumes the callers that the exchange served, and by default also those that still wait.
  private func release(waiting: Bool = true, ending: Bool = false) {
    let released = state.withLock { state in
      if ending { state.hasEnded = true }
      defer { state.served = [] }
      guard waiting else { return state.served }
      defer { state.waiters = [] }
      return state.served + state.waiters
    }
    for waiter in released { waiter.resume() }
  }

  private static func failure(_ error: any Error) -> ConnectionFailure {
    guard case SyncError.refused = error else { return ConnectionFailure(reason: "\(error)") }
    return ConnectionFailure(reason: "\(error)", needsLogin: true)
  }
}

/// An event of the connection to a household's server.
public enum ConnectionEvent: Sendable {
  /// This program took over the connection from another one, which had shown everything up to this sequence.
  case tookOver(lastSequence: Int64)
  /// The connection is open; the receiver owns the descriptor, which is readable when the server sends something.
  case opened(descriptor: Int32)
  /// Everything is exchanged.
  case settled
  /// Changes by others have been written to the inventory.
  ///
  /// The event contains no changes: windows read them from the inventory, because another program may hold the
  /// connection, and because the watch of the file may report them first.
  case received
  /// The connection is closed for this reason; it is reopened after a pause.
  case closed(ConnectionFailure)
  /// The connection has ended for good, because the inventory can't be opened.
  case failed(ConnectionFailure)
  /// The inventory has left its household.
  case left
}

/// Why the connection was lost.
public struct ConnectionFailure: Hashable, Sendable {
  /// One line for the user.
  public var reason: String
  /// Whether the server wants another login or password.
  public var needsLogin: Bool

  /// Creates a failure.
  public init(reason: String, needsLogin: Bool = false) {
    self.reason = reason
    self.needsLogin = needsLogin
  }
}

/// How long to wait before reopening a lost connection: longer each time, and longer on battery.
struct RetryPauses {
  private var count = 0

  /// The longest pause, in seconds.
  static let longest = 300.0

  /// The next pause, in milliseconds; random, so that clients of a lost server don't all reconnect at once.
  mutating func next(isOnBattery: Bool = PowerSource.isOnBattery) -> Int {
    let seconds = min(Self.longest, 0.5 * pow(2, Double(count)))
    count = min(count + 1, 20)
    return Int(seconds * (isOnBattery ? 4 : 1) * Double.random(in: 0.8...1.2) * 1000)
  }

  /// Resets the pause after the connection was open.
  mutating func reset() { count = 0 }
}
