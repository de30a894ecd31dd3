/// How long a server may take.
public struct PostgresTimeouts: Sendable, Equatable {
  /// For a connection, in milliseconds.
  public var connecting: Int
  /// For one statement, in milliseconds.
  public var statement: Int

  /// Makes deadlines.
  public init(connecting: Int, statement: Int) {
    self.connecting = connecting
    self.statement = statement
  }

  /// Ten seconds for a connection, thirty for a statement.
  public static let usual = PostgresTimeouts(connecting: 10_000, statement: 30_000)

  /// How long the companion may take, which has deadlines of its own and answers after them.
  var timeout: Int { (connecting + statement) * 3 / 2 + 1000 }
}
