import PostgresSupport

/// A household of two homes whose server lies behind a socket of the test's.
struct SlowHousehold {
  let socket: SlowSocket
  /// The homes need it for as long as they are in the household.
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
