import RepriseTesting
import TestSupport
import Testing

/// The agent regularly contacts the household's server to stay connected (contract 8.8.4).
@Suite(.waitsForProcesses) struct AgentKeepAliveTests {
  private let database: TestDatabase
  private let ben: Home

  init() throws {
    database = try TestDatabase()
    ben = try Home(isEmpty: true)
    _ = try ben.found(database, as: "Ben")
  }

  /// The time of the last query to the server.
  private func lastQuestion() throws -> String {
    try database.server.runSQL(
      """
      select max(query_start) from pg_stat_activity
      where datname = current_database() and usename = 'owner'
      """, database: database.name)
  }

  @Test func rule_8_8_4_theAgentQueriesTheServerRegularly() throws {
    let agent = try AgentProcess(ben, ["--keep-alive", "1"])
    _ = try agent.companion(of: agent.newWorker())
    var known = try lastQuestion()
    // The first query may belong to the start of the connection.
    for _ in 0..<5 {
      let isAsked = try Wait.until {
        let last = try lastQuestion()
        defer { known = last }
        return last != known
      }
      try #require(isAsked, "\(agent.messages)")
    }
  }
}
