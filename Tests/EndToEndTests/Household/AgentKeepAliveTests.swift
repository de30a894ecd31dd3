import RepriseTesting
import TestSupport
import Testing

/// The agent lets the household's server know now and then that its home is there (contract 8.8.4).
@Suite(.waitsForProcesses) struct AgentKeepAliveTests {
  private let database: TestDatabase
  private let ben: Home

  init() throws {
    database = try TestDatabase()
    ben = try Home(isEmpty: true)
    _ = try ben.found(database, as: "Ben")
  }

  /// When somebody asked the server for something.
  private func lastQuestion() throws -> String {
    try database.server.runSQL(
      """
      select max(query_start) from pg_stat_activity
      where datname = current_database() and usename = 'owner'
      """, database: database.name)
  }

  @Test func rule_8_8_4_itAsksTheServerAgainAndAgain() throws {
    let agent = try AgentProcess(ben, ["--keep-alive", "1"])
    _ = try agent.companion(of: agent.newWorker())
    var known = try lastQuestion()
    // The first of them may belong to the begin of the line.
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
