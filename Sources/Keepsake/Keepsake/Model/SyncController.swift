import Foundation
import Inventory
import Reprise
import RepriseSystem
import Storage
import Sync

/// This window's part in the household: the line to its server, and what is said of it.
///
/// The line begins after the first frame, if the inventory belongs to a household, and once it comes to belong to one.
final class SyncController {
  /// Makes the line; `nil` where there is to be none, as for a demo or a picture.
  var makeLine: ((_ tell: @escaping @Sendable (ConnectionEvent) -> Void) throws -> SyncConnection)?

  /// Called when others may have written something.
  var didReceive: () -> Void = {}

  /// Called when the line stands otherwise than before.
  var didChange: () -> Void = {}

  weak var application: Application?

  /// Where the household's key and the login lie; `nil` where there is to be no line.
  var file: (() throws -> CredentialFile)?

  /// Tries another login at the server, away from the main thread, and stores it once the server takes it.
  var tryLogin: (@Sendable (_ login: String, _ password: String) throws -> Void)?

  /// Comes into a household, away from the main thread, unless it is cancelled; the line takes in what the household has.
  var tryJoin:
    (@Sendable (_ code: JoinCode, _ member: String, _ isCancelled: () -> Bool) throws -> Void)?

  private let store: InventoryStore
  private var line: SyncConnection?
  private var reachability: NetworkReachability?
  private var descriptor: Int32 = -1

  /// Tells of what other programs write to the inventory, while this window is stopped and holds the line for them.
  private var writes: FileEvents?

  /// Keeps a suspended window awake while a line that was lost is opened again.
  private var opening: BackgroundTaskIdentifier?

  /// Why there is no line, if this window holds it or cannot.
  private var ownFailure: ConnectionFailure?

  /// Why there is no line, as whoever holds it noted.
  private lazy var notedFailure = ConnectionLock.failure(in: store.database.directory)

  /// Why there is no line, whoever holds it; `nil` while it is open.
  var failure: ConnectionFailure? {
    guard store.database.isInHousehold else { return nil }
    return ownFailure ?? notedFailure
  }

  /// The file in which whoever holds the line notes how it stands.
  var notePath: String { store.database.directory + "/" + ConnectionLock.name }

  /// Reads what whoever holds the line noted: after a change of that file, not at each key.
  func readNote() { notedFailure = ConnectionLock.failure(in: store.database.directory) }

  /// How long nothing is said to the server in the background, at most.
  private static let keepAlive = Duration.seconds(1800)

  /// How often a stopped window looks for what others wrote where the system has no watch left, in seconds.
  private static let interval = 60

  init(store: InventoryStore) {
    self.store = store
  }

  isolated deinit {
    line?.end()
    if descriptor >= 0 { close(descriptor) }
  }

  /// What the bar of tabs says; empty while everything is exchanged.
  var status: String {
    guard let waiting = store.database.householdWaiting, let failure else { return "" }
    if failure.needsLogin { return "⇅ log in" }
    guard waiting > 0 else { return "⇅ offline" }
    return "⇅ \(waiting) change\(waiting == 1 ? " waits" : "s wait")"
  }

  /// Whether the server wants another login or password.
  var needsLogin: Bool { failure?.needsLogin == true }

  /// What this home needs to be part of its household; `nil` if it is not known here.
  var credentials: SyncCredentials? { try? file?().read() }

  /// The name under which the others see what is written here.
  var member: String { credentials?.member ?? MemberName.ofLogin }

  /// Notes how the line stands; `nil` while it is open.
  func note(_ failure: ConnectionFailure?) { ownFailure = failure }

  /// Begins to hold the line if there is a household and it does not yet.
  func follow() {
    guard line == nil, let makeLine, store.database.isInHousehold, store.database.unwritable == nil
    else { return }
    do {
      line = try makeLine { [weak self] event in
        DispatchQueue.main.async {
          guard let self else {
            if case .opened(let descriptor) = event { close(descriptor) }
            return
          }
          self.hear(event)
        }
      }
      keepAlive()
    } catch {
      ownFailure = ConnectionFailure(reason: "\(error)")
    }
  }

  /// Runs something that stops this process, once the thread of the line only waits.
  func paused(_ stop: () -> Void) {
    guard let line else { return stop() }
    line.paused(timeout: Self.timeout, stop)
  }

  /// How long an exchange may go on before the process is stopped, in milliseconds.
  private static let timeout = 1000

  /// Opens the line anew, as after a log-in.
  func beginAnew() { line?.beginAnew() }

  /// Watches the way to a host: the line is closed when it goes, and opened when it comes back or is another one.
  func watch(host: String) {
    let way = NetworkReachability(host: host)
    way.startNotifier { [weak self] _ in self?.line?.beginAnew() }
    reachability = way
  }

  private func hear(_ event: ConnectionEvent) {
    switch event {
    case .tookOver: break
    case .opened(let descriptor):
      keep(descriptor)
    case .settled, .received:
      ownFailure = nil
      didReceive()
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
    didChange()
    // Last: the app may sleep then, and go on here.
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
    // Another connection of the app is none of ours: without ours it stops with its job as before.
    try? application.keepConnection(descriptor, files: writes.descriptor) { [weak self] in
      _ = writes.take()
      await line.settled()
      self?.didReceive()
    }
  }

  /// Says to the server now and then that this home is there, and tries again where the line is closed.
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

  /// There will be no line any more.
  private func leave() {
    release()
    application?.clearKeepAliveTimeout()
    endOpening()
  }

  // MARK: - In the background

  /// A stopped process opens nothing: where there is no open line it asks for time.
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
