import Sync
import Inventory
import Reprise
import RepriseSecurity

/// The household's server, as a window reaches it; all but ``connect(_:)`` are called on other threads.
nonisolated protocol SyncServer: Sendable {
  /// The key and the login of the household; `nil` if they are not known here.
  func credentials() throws -> SyncCredentials?

  /// Tries another login, and stores it once the server accepts it.
  func logIn(_ login: String, password: String) throws

  /// Joins a household, unless it is cancelled; the connection receives its content afterwards.
  func join(_ code: JoinCode, as member: String, isCancelled: () -> Bool) throws

  /// Begins to hold a connection, which reports what happens; `nil` if the window is to hold none.
  func connect(
    _ report: @escaping @Sendable (ConnectionEvent) -> Void
  ) throws -> SyncConnection?
}

/// The PostgreSQL server of this login's household.
nonisolated struct HouseholdServer: SyncServer {
  private let store: InventoryStore
  private let directories: AppDirectories
  private let keys: KeyBag?

  /// - Parameter keys: The keys of the passphrase, if there is one.
  init(_ store: InventoryStore, _ directories: AppDirectories, keys: KeyBag?) {
    self.store = store
    self.directories = directories
    self.keys = keys
  }

  private var file: CredentialFile {
    get throws { try CredentialFile.of(directories, keys: keys) }
  }

  func credentials() throws -> SyncCredentials? { try file.read() }

  func logIn(_ login: String, password: String) throws {
    let home = try store.openAgain() ?? store
    try SyncEnrollment(home, file, program: PostgresProgram.locate())
      .logIn(login, password: password)
  }

  func join(_ code: JoinCode, as member: String, isCancelled: () -> Bool) throws {
    let home = try store.openAgain() ?? store
    // A household would also receive the items that content limits hide.
    if try home.database.hidesItems, !ContentLimits(directories.restrictions).isNone {
      throw UsageFailure.limited(to: "share the inventory with a household")
    }
    try SyncEnrollment(home, file, program: PostgresProgram.locate())
      .beginJoin(code, member: member, isCancelled: isCancelled)
  }

  func connect(
    _ report: @escaping @Sendable (ConnectionEvent) -> Void
  ) throws -> SyncConnection? {
    SyncConnection(
      directory: directories.data, file: try file, program: try PostgresProgram.locate(),
      tell: report)
  }
}
