import Sync

@testable import Keepsake

/// A household server whose answers a test chooses; no window keeps a connection to it.
nonisolated struct TestServer: SyncServer {
  /// The directory of the credentials.
  var directory = ""
  var logIn: @Sendable (_ login: String, _ password: String) throws -> Void = { _, _ in }
  var join: @Sendable (JoinCode, _ member: String, _ isCancelled: () -> Bool) throws -> Void = {
    _, _, _ in
  }

  func credentials() throws -> SyncCredentials? {
    try CredentialFile(in: directory, sealing: OpenSealing()).read()
  }

  func logIn(_ login: String, password: String) throws { try logIn(login, password) }

  func join(_ code: JoinCode, as member: String, isCancelled: () -> Bool) throws {
    try join(code, member, isCancelled)
  }

  func connect(
    _ report: @escaping @Sendable (ConnectionEvent) -> Void
  ) throws -> SyncConnection? { nil }
}
