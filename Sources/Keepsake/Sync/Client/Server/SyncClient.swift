import Foundation

/// The server of a household: a PostgreSQL of theirs that keeps and orders sealed operations.
///
/// Every call waits for the server, and no longer than its deadline; it is used by one thread at a time.
/// An error ends the call and not always the connection: where that is lost every later call says so, and
/// a new object connects again.
///
/// ```swift
/// let server = try SyncClient(
///   address: "postgresql://anna:secret@home.example/keepsake", household: id, token: token,
///   program: PostgresProgram.locate())
/// let last = try server.send(operations, from: device)
/// ```
public final class SyncClient {
  let line: PostgresProcess
  let household: String
  let token: Data

  /// Connects to the server of a household that is there, and asks it to tell of changes.
  ///
  /// - Parameters:
  ///   - address: Where the server is, as libpq has it. A server that is not reached by a local socket
  ///     has to show a good certificate, whatever the address says.
  ///   - household: The identifier of the household.
  ///   - token: What shows that this device belongs to it.
  ///   - program: Where the companion lies (``PostgresProgram``).
  ///   - deadlines: How long the server may take.
  public convenience init(
    address: String, household: String, token: Data, program: String,
    deadlines: PostgresTimeouts = .usual
  ) throws(SyncError) {
    let line = try PostgresProcess(address: address, program: program, deadlines: deadlines)
    try Self.checkVersion(try line.query("select keepsake.format_version()"))
    try self.init(line, household, token)
  }

  private init(_ line: PostgresProcess, _ household: String, _ token: Data) throws(SyncError) {
    (self.line, self.household, self.token) = (line, household, token)
    try line.query("select keepsake.listen($1, $2)", .text(household), .bytes(token))
  }

  /// Makes a household on a server, and what keeps households where that is missing.
  ///
  /// The login has to own that. Where the household is there with that token, it is as if it were made
  /// now.
  public static func create(
    address: String, household: String, token: Data, program: String,
    deadlines: PostgresTimeouts = .usual
  ) throws(SyncError) -> SyncClient {
    let line = try PostgresProcess(address: address, program: program, deadlines: deadlines)
    try line.query("begin")
    // The second of two that do this at once finds what the first one made.
    try line.query("select pg_advisory_xact_lock(hashtextextended('keepsake', 0))")
    if try line.query("select to_regclass('keepsake.format') is not null").number(0, 0) == 0 {
      for statement in ServerSchema.statements { try line.query(statement) }
    }
    try checkVersion(try line.query("select keepsake.format_version()"))
    try line.query("select keepsake.found($1, $2)", .text(household), .bytes(token))
    try line.query("commit")
    return try SyncClient(line, household, token)
  }

  private static func checkVersion(_ rows: PostgresRows) throws(SyncError) {
    let found = try rows.number(0, 0)
    guard found == ServerSchema.version else {
      throw .otherVersion(found: Int(found), known: ServerSchema.version)
    }
  }

  /// Readable when something may have changed, or the connection is lost: then call ``takeNotices()``.
  ///
  /// It is the same one until ``close()``, and stays readable once the connection is lost.
  public var descriptor: Int32 { line.descriptor }

  /// Takes what the server told unasked, waiting for nothing.
  ///
  /// - Returns: Whether another device changed something.
  public func takeNotices() throws(SyncError) -> Bool { try line.takeNotices() }

  /// Tells all devices that there is something new, as when all parts of a content are there.
  public func announce() throws(SyncError) {
    try line.query("select keepsake.announce($1, $2)", .text(household), .bytes(token))
  }

  /// Ends the connection.
  public func close() { line.close() }
}
