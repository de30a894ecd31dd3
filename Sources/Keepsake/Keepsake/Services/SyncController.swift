import Foundation
import Inventory
import Reprise
import RepriseSystem
import Storage
import Sync

/// Is notified of what a ``SyncController`` receives.
protocol SyncControllerDelegate: AnyObject {
  /// Called when other homes may have written something.
  func syncDidReceive()

  /// Called when the state of the connection has changed.
  func syncStatusDidChange()
}

/// This window's connection to the household's server, and its state.
///
/// It connects after the first frame if the inventory belongs to a household, otherwise when it joins one.
final class SyncController {
  weak var delegate: (any SyncControllerDelegate)?

  /// The server; `nil` for a demo and for pictures.
  private let server: (any SyncServer)?

  private let store: InventoryStore
  private let host: ApplicationReference
  private let notices: NoticeCenter
  private let updater: ScreenUpdater
  private var line: SyncConnection?
  private var reachability: NetworkReachability?
  private var descriptor: Int32 = -1

  /// Watches for changes by other programs while this window is stopped and holds the connection for them.
  private var writes: FileEvents?

  /// Keeps a suspended window awake while a lost connection is reopened.
  private var opening: BackgroundTaskIdentifier?

  /// Why this window has no connection, if it holds the lock or can't connect at all.
  private var ownFailure: ConnectionFailure?

  /// Why the process that holds the lock has no connection, as it wrote in the lock file.
  private lazy var notedFailure = ConnectionLock.failure(in: store.database.directory)

  /// Why no process is connected; `nil` while one is.
  var failure: ConnectionFailure? {
    guard store.database.isInHousehold else { return nil }
    return ownFailure ?? notedFailure
  }

  /// The file in which the process that holds the connection writes its state.
  var notePath: String { store.database.directory + "/" + ConnectionLock.name }

  /// Reads the file at ``notePath`` again; called when it changes, not at each key.
  func readNote() { notedFailure = ConnectionLock.failure(in: store.database.directory) }

  /// The maximum time without sending anything to the server in the background.
  private static let keepAlive = Duration.seconds(1800)

  /// How often a stopped window looks for changes if the system is out of file watches, in seconds.
  private static let interval = 60

  init(
    _ store: InventoryStore, _ server: (any SyncServer)?, _ host: ApplicationReference,
    _ notices: NoticeCenter, _ updater: ScreenUpdater
  ) {
    self.store = store
    self.server = server
    self.host = host
    self.notices = notices
    self.updater = updater
  }

  private var application: Application? { host.application }

  isolated deinit {
    line?.end()
    if descriptor >= 0 { close(descriptor) }
  }

  /// The text in the tab bar; empty if no changes are waiting.
  var status: String {
    guard let waiting = store.database.householdWaiting, let failure else { return "" }
    if failure.needsLogin { return "⇅ log in" }
    guard waiting > 0 else { return "⇅ offline" }
    return "⇅ \(waiting) change\(waiting == 1 ? " waits" : "s wait")"
  }

  /// Whether the server wants another login or password.
  var needsLogin: Bool { failure?.needsLogin == true }

  /// The key and the login of the household; `nil` if they are not known here.
  var credentials: SyncCredentials? { try? server?.credentials() }

  /// The name under which others see the changes of this home.
  var member: String { credentials?.member ?? MemberName.ofLogin }

  /// Connects if there is a household and no connection yet.
  func follow() {
    guard line == nil, let server, store.database.isInHousehold, store.database.unwritable == nil
    else { return }
    do {
      let host = try server.credentials().flatMap { PostgresAddress($0.code.address).host }
      line = try server.connect { [weak self] event in
        DispatchQueue.main.async {
          guard let self else {
            if case .opened(let descriptor) = event { close(descriptor) }
            return
          }
          self.hear(event)
        }
      }
      guard line != nil else { return }
      if let host { watch(host: host) }
      keepAlive()
    } catch {
      ownFailure = ConnectionFailure(reason: "\(error)")
    }
  }

  /// Runs a closure that stops this process, once the connection's thread is idle.
  func paused(_ stop: () -> Void) {
    guard let line else { return stop() }
    line.paused(timeout: Self.timeout, stop)
  }

  /// How long to wait for an exchange before suspending the process, in milliseconds.
  private static let timeout = 1000

  /// Tries another login on the server, in the background.
  ///
  /// - Parameter completion: Called before the connection is reopened.
  /// - Returns: Whether there is a server.
  func logIn(
    _ login: String, password: String,
    completion: @escaping (Result<Void, any Error>) -> Void
  ) -> Bool {
    guard let server, let application else { return false }
    application.perform { _ in
      try server.logIn(login, password: password)
    } completion: { [weak self] (result: Result<Void, any Error>) in
      completion(result)
      if case .success = result { self?.didLogIn() }
    }
    return true
  }

  private func didLogIn() {
    ownFailure = nil
    line?.beginAnew()
    delegate?.syncStatusDidChange()
    notices.show("Logged in: sending waiting changes")
  }

  // MARK: - Joining

  /// Whether this window can join a household: a demo and a picture cannot, nor can an inventory that is read-only.
  var canJoin: Bool {
    !store.database.isInHousehold && server != nil && store.database.unwritable == nil
  }

  /// Joins a household, in the background.
  ///
  /// - Parameter completion: Called before screens show the household.
  /// - Returns: The work, to cancel it; `nil` if this window cannot join.
  func join(
    _ code: JoinCode, as member: String,
    completion: @escaping (Result<Void, any Error>) -> Void
  ) -> BackgroundOperation? {
    guard canJoin, let server, let application else { return nil }
    return application.perform { work in
      try server.join(code, as: member) { work.isCancelled }
    } completion: { [weak self] (result: Result<Void, any Error>) in
      completion(result)
      if case .success = result { self?.didJoin() }
    }
  }

  /// Shows that this inventory now belongs to a household, and connects to its server.
  private func didJoin() {
    _ = notices.attempt { try store.database.refresh() }
    updater.dataDidChange()
    delegate?.syncStatusDidChange()
    notices.show("Joined: receiving the household's inventory")
  }

  // MARK: - The connection

  /// Watches the network route to a host: disconnects when it is lost, and connects when it returns or changes.
  private func watch(host: String) {
    let way = NetworkReachability(host: host)
    way.startNotifier { [weak self] _ in self?.line?.beginAnew() }
    reachability = way
  }

  /// Handles an event of the connection.
  func hear(_ event: ConnectionEvent) {
    switch event {
    case .tookOver: break
    case .opened(let descriptor):
      keep(descriptor)
    case .settled, .received:
      ownFailure = nil
      delegate?.syncDidReceive()
    case .closed(let failure):
      ownFailure = failure
      release()
      beginOpening()
    case .failed(let failure):
      ownFailure = failure
      leave()
    case .left:
      line = nil
      ownFailure = nil
      leave()
    }
    readNote()
    delegate?.syncStatusDidChange()
    // Last, because the app may be suspended here.
    if ownFailure == nil { endOpening() }
  }

  /// Has the connection wake the app while it is suspended.
  private func keep(_ descriptor: Int32) {
    release()
    guard let application, let line else {
      close(descriptor)
      return
    }
    self.descriptor = descriptor
    let writes = FileEvents(interval: Self.interval)
    writes.watchContent(of: store.database.path + "-wal")
    self.writes = writes
    // The app may already keep another connection; then it stops with its job as before.
    try? application.keepConnection(descriptor, files: writes.descriptor) { [weak self] in
      _ = writes.take()
      await line.settled()
      self?.delegate?.syncDidReceive()
    }
  }

  /// Contacts the server regularly, which also reopens a closed connection.
  private func keepAlive() {
    application?.setKeepAliveTimeout(Self.keepAlive) { [weak self] in
      self?.line?.exchangeNow()
      await self?.line?.settled()
    }
  }

  private func release() {
    guard descriptor >= 0 else { return }
    application?.releaseConnection()
    close(descriptor)
    descriptor = -1
    writes = nil
  }

  /// Releases the connection, and ends its keep-alive calls and its background task.
  private func leave() {
    release()
    application?.clearKeepAliveTimeout()
    endOpening()
  }

  // MARK: - In the background

  /// Requests background time to connect, since a stopped process can't.
  func enterBackground() {
    guard let line, descriptor < 0 else { return }
    beginOpening()
    line.lookNow()
  }

  private func beginOpening() {
    guard let application, application.state == .background, opening == nil else { return }
    opening = application.beginBackgroundTask(withName: "household") { [weak self] in
      self?.endOpening()
    }
  }

  private func endOpening() {
    guard let opening else { return }
    self.opening = nil
    application?.endBackgroundTask(opening)
  }
}
