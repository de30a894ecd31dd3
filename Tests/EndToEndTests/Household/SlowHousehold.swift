import PostgresSupport

/// A household of two homes that reach their server through the test's socket.
struct SlowHousehold {
  let socket: SlowSocket
  /// Keeps the database while the homes are members.
  private let database: TestDatabase
  let anna: Home
  let ben: Home

  init() throws {
    let server = try PostgresServer()
    socket = try SlowSocket(before: server)
    database = try TestDatabase(on: server, behind: socket)
    (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
  }
}
