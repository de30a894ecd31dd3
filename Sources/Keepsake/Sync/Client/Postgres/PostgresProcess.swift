import Foundation
import Storage

/// The companion that holds a connection to a PostgreSQL server, `keepsake-postgres`.
///
/// The program that a person starts is linked without libpq. The companion gets nothing but a channel,
/// over which passwords go, too: arguments and environment of it are empty. It is used by one thread at
/// a time, and ends with this object.
final class PostgresProcess {
  private let companion: Companion
  private let deadlines: PostgresTimeouts
  private var channel: PostgresChannel
  /// Why nothing can be asked any more.
  private var end: SyncError?
  /// Why the connection was lost, if known.
  private var loss: SyncError?
  private var isOpen = true

  /// Starts the companion and connects.
  ///
  /// - Parameters:
  ///   - address: A libpq address: `postgresql://login:password@host/database` or `host=…
  ///     dbname=…`.
  ///   - program: The path of the companion.
  ///   - deadlines: How long the server may take.
  init(address: String, program: String, deadlines: PostgresTimeouts) throws(SyncError) {
    do throws(Companion.StartFailure) {
      companion = try Companion(executable: program, signals: .own)
    } catch {
      throw .missingProgram("cannot start \(program): \(String(cString: strerror(error.code)))")
    }
    self.deadlines = deadlines
    channel = PostgresChannel(descriptor: companion.channel)
    let answer = try ask(.connect(to: address, within: deadlines))
    guard answer.kind == .connected else { throw giveUp(Self.nonsense) }
  }

  deinit { close() }

  /// Readable after an unsolicited message or the loss of the connection, until ``close()``.
  var descriptor: Int32 { companion.channel }

  /// The companion, as the kernel numbers it.
  var companionIdentifier: pid_t { companion.identifier }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - statement: The statement, with `$1` for the first value.
  ///   - values: The values of the placeholders.
  @discardableResult
  func query(_ statement: String, _ values: PostgresValue...) throws(SyncError) -> PostgresRows {
    let answer = try ask(.query(statement, values))
    guard answer.kind == .rows else { throw giveUp(Self.nonsense) }
    return try PostgresRows(payload: answer.payload)
  }

  /// Reads unsolicited messages without waiting; returns whether something changed.
  func takeNotices() throws(SyncError) -> Bool {
    if let end { throw end }
    var isChanged = false
    do throws(SyncError) {
      var nothing = Data()
      // Frames sent before the end of file are read first.
      let failure = Self.failure { () throws(SyncError) in try channel.move(&nothing, until: nil) }
      while let frame = try channel.take() {
        switch frame.kind {
        case .notice: isChanged = true
        case .error: throw SyncError(payload: frame.payload)
        default: throw Self.nonsense
        }
      }
      if let failure { throw failure }
    } catch {
      throw giveUp(error)
    }
    return isChanged
  }

  /// Ends the connection and the companion; the descriptor is not to be used any more.
  func close() {
    guard isOpen else { return }
    isOpen = false
    if end == nil {
      sayGoodbye()
      _ = giveUp(.unreachable("the connection was closed"))
    }
    Foundation.close(companion.channel)
  }

  /// Lets the companion close the connection, if it can do so immediately.
  private func sayGoodbye() {
    shutdown(companion.channel, Int32(SHUT_WR))
    var nothing = Data()
    let deadline = ContinuousClock.now + .milliseconds(200)
    while Self.failure({ () throws(SyncError) in try channel.move(&nothing, until: deadline) })
      == nil
    {}
  }

  /// Asks one thing and waits for the answer.
  private func ask(_ frame: PostgresFrame) throws(SyncError) -> PostgresFrame {
    if let end { throw end }
    guard frame.payload.count <= PostgresFrame.largestPayload else {
      throw .tooLarge(bytes: frame.payload.count, limit: PostgresFrame.largestPayload)
    }
    let deadline = ContinuousClock.now + .milliseconds(deadlines.timeout)
    var outgoing = frame.bytes
    var hasNotice = false
    var answer: PostgresFrame?
    do throws(SyncError) {
      while answer == nil || !outgoing.isEmpty {
        let failure = Self.failure { () throws(SyncError) in
          try channel.move(&outgoing, until: deadline)
        }
        while let next = try channel.take() {
          guard next.kind != .notice else {
            hasNotice = true
            continue
          }
          guard answer == nil else {
            // Behind the answer came why the connection is lost.
            guard next.kind == .error else { throw Self.nonsense }
            _ = giveUp(SyncError(payload: next.payload))
            continue
          }
          answer = next
          // A companion that lost its connection has answered before it was asked everything.
          if next.kind == .error { outgoing = Data() }
        }
        if let failure, answer == nil { throw failure }
      }
      // Input read here no longer makes the descriptor readable.
      if hasNotice, end == nil { try remind(until: deadline) }
    } catch {
      throw giveUp(error)
    }
    guard let answer else { throw giveUp(Self.nonsense) }
    guard answer.kind == .error else { return answer }
    let error = SyncError(payload: answer.payload)
    // The companion ends with the connection: that is why, then.
    if case .unreachable = error { loss = error }
    throw error
  }

  /// Requests a notice again, which makes the descriptor readable.
  private func remind(until deadline: ContinuousClock.Instant) throws(SyncError) {
    var outgoing = PostgresFrame(kind: .again).bytes
    while !outgoing.isEmpty { try channel.move(&outgoing, until: deadline) }
  }

  /// Ends the companion; every later question has the same error.
  private func giveUp(_ error: SyncError) -> SyncError {
    let error = error == PostgresChannel.ended ? loss ?? error : error
    if end == nil {
      end = error
      companion.endProcess()
    }
    return error
  }

  private static func failure(_ work: () throws(SyncError) -> Void) -> SyncError? {
    do throws(SyncError) {
      try work()
      return nil
    } catch {
      return error
    }
  }

  private static var nonsense: SyncError {
    .protocolViolation("the program that holds the connection sent invalid data")
  }
}

/// The path of the companion, and whether it works.
public enum PostgresProgram {
  /// The library with which it speaks to a server.
  public static let library = "libpq.so.5"

  /// The name of it.
  public static let name = "keepsake-postgres"

  /// The environment variable with its path, for unusual installations.
  public static let variable = "KEEPSAKE_LINE"

  /// Whether the companion at a path finds its library.
  ///
  /// A program that is linked statically cannot look itself: what it loads crashes it.
  public static func hasLibrary(_ path: String) -> Bool {
    guard let companion = try? Companion(executable: path, arguments: ["check"]) else {
      return false
    }
    defer { companion.end() }
    // A companion that does not know the question ends without an answer.
    shutdown(companion.channel, Int32(SHUT_WR))
    var answer: UInt8 = 0
    return retryingInterrupted { read(companion.channel, &answer, 1) } == 1
      && answer == UInt8(ascii: "y")
  }

  /// Finds it: at ``variable``, next to this program or in `../libexec`.
  public static func locate() throws(SyncError) -> String {
    do throws(Companion.Missing) {
      return try Companion.locate(name, variable: variable)
    } catch {
      throw switch error {
      case .named(let path): .missingProgram("\(variable) doesn't name a program: \(path)")
      case .absent(let directory):
        .missingProgram("a household needs the program \(name), which is missing in \(directory)")
      }
    }
  }
}

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

  /// The timeout for the companion, which has its own deadlines and answers after them.
  var timeout: Int { (connecting + statement) * 3 / 2 + 1000 }
}
