import Foundation

/// The server of a household: a PostgreSQL of theirs that keeps and orders sealed operations.
///
/// Every call blocks until the server answers or its deadline expires; use it from one thread at a
/// time. An error ends the call, but not always the connection. Once the connection is lost, every
/// later call throws, and only a new object connects again.
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

  /// Connects to the server of an existing household, and subscribes to its changes.
  ///
  /// - Parameters:
  ///   - address: The address of the server, as libpq takes it. A server that is not reached by a
  ///     local socket has to present a valid certificate, whatever the address says.
  ///   - household: The identifier of the household.
  ///   - token: Proves that this device belongs to the household.
  ///   - program: The path of the companion (``PostgresProgram``).
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

  /// Creates a household on a server, with the schema if it is missing, which the login then has to own.
  ///
  /// If the household already exists with that token, nothing changes.
  public static func create(
    address: String, household: String, token: Data, program: String,
    deadlines: PostgresTimeouts = .usual
  ) throws(SyncError) -> SyncClient {
    let line = try PostgresProcess(address: address, program: program, deadlines: deadlines)
    try line.query("begin")
    // If two logins do this at the same time, the second finds the first one's schema.
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

  /// Reads unsolicited messages without waiting.
  ///
  /// - Returns: Whether another device changed something.
  public func takeNotices() throws(SyncError) -> Bool { try line.takeNotices() }

  /// Notifies all devices of something new, for example a complete file.
  public func announce() throws(SyncError) {
    try line.query("select keepsake.announce($1, $2)", .text(household), .bytes(token))
  }

  /// Ends the connection.
  public func close() { line.close() }
}

/// A sealed operation of this device, numbered by it.
public struct OutgoingOperation: Sendable, Equatable {
  /// The device's own number, given once.
  public let number: Int64
  /// The sealed bytes, which only the household can open.
  public let sealed: Data

  /// Makes an operation.
  public init(number: Int64, sealed: Data) {
    self.number = number
    self.sealed = sealed
  }
}

/// A sealed operation of any device, as the server orders it.
public struct IncomingOperation: Sendable, Equatable {
  /// Its place in the household's order, from 1 without gaps.
  public let sequence: Int64
  /// The device that sent it.
  public let device: String
  /// That device's own number of it.
  public let number: Int64
  /// The sealed bytes, which only the household can open.
  public let sealed: Data
}

extension SyncClient {
  /// The longest sealed operation that a server takes.
  public static let longestOperation = ServerSchema.longestOperation

  /// An operation to send.
  private static let batch = (bytes: 4 << 20, count: 1000)

  /// The most that comes from it in one call, which leaves room for the longest operation.
  private static let mostBytes = 32 << 20

  /// Sends operations of a device, in their order.
  ///
  /// The server keeps the first operation with a number and ignores repetitions. After an error it may have some of
  /// them: send all of them again.
  ///
  /// - Returns: The last sequence of the household.
  @discardableResult
  public func send(
    _ operations: [OutgoingOperation], from device: String
  ) throws(SyncError) -> Int64 {
    for operation in operations {
      try Self.check(operation.sealed, limit: ServerSchema.longestOperation)
    }
    var rest = operations[...]
    var last: Int64?
    while !rest.isEmpty {
      let count = Self.batchLength(of: rest)
      last = try sendBatch(rest.prefix(count), from: device)
      rest = rest.dropFirst(count)
    }
    return if let last { last } else { try lastSequence() }
  }

  /// How many of the operations go together: as many as the limits let, and one at least.
  private static func batchLength(of operations: ArraySlice<OutgoingOperation>) -> Int {
    var (bytes, count) = (0, 0)
    for operation in operations.prefix(batch.count) {
      bytes += operation.sealed.count
      if count > 0, bytes > batch.bytes { break }
      count += 1
    }
    return count
  }

  private func sendBatch(
    _ operations: ArraySlice<OutgoingOperation>, from device: String
  ) throws(SyncError) -> Int64 {
    let rows = try line.query(
      "select keepsake.send($1, $2, $3, $4, $5)", .text(household), .bytes(token), .text(device),
      .numbers(operations.map(\.number)), .pieces(operations.map(\.sealed)))
    return try rows.number(0, 0)
  }

  /// The operations behind a sequence, in their order and without a gap.
  ///
  /// - Parameters:
  ///   - sequence: The last that is known; 0 for none.
  ///   - limit: How many at most.
  ///   - bytes: How many bytes of what is sealed; one operation comes if it is longer, too.
  public func operations(
    after sequence: Int64, limit: Int, bytes: Int
  ) throws(SyncError) -> [IncomingOperation] {
    let rows = try line.query(
      "select * from keepsake.operations($1, $2, $3, $4, $5)", .text(household), .bytes(token),
      .number(sequence), .number(Int32(clamping: max(1, limit))),
      .number(Int64(min(bytes, Self.mostBytes))))
    var operations: [IncomingOperation] = []
    for row in 0..<rows.count {
      let operation = IncomingOperation(
        sequence: try rows.number(row, 0), device: try rows.text(row, 1),
        number: try rows.number(row, 2), sealed: try rows.bytes(row, 3))
      guard operation.sequence == sequence + Int64(row) + 1 else {
        throw .protocolViolation("its operations have a gap behind \(sequence + Int64(row))")
      }
      operations.append(operation)
    }
    return operations
  }

  /// The last sequence of the household; 0 before the first operation.
  public func lastSequence() throws(SyncError) -> Int64 {
    try line.query("select keepsake.last_sequence($1, $2)", .text(household), .bytes(token))
      .number(0, 0)
  }

  /// Checks in advance what the server would refuse.
  static func check(_ sealed: Data, limit: Int) throws(SyncError) {
    guard sealed.count <= limit else { throw .tooLarge(bytes: sealed.count, limit: limit) }
  }
}

extension SyncClient {
  /// Replaces the sealed description of a device.
  public func setDevice(_ device: String, sealed: Data) throws(SyncError) {
    try Self.check(sealed, limit: ServerSchema.longestDevice)
    try line.query(
      "select keepsake.set_device($1, $2, $3, $4)", .text(household), .bytes(token), .text(device),
      .bytes(sealed))
  }

  /// The devices with their sealed descriptions.
  public func devices() throws(SyncError) -> [(device: String, sealed: Data)] {
    let rows = try line.query(
      "select * from keepsake.devices($1, $2)", .text(household), .bytes(token))
    var devices: [(device: String, sealed: Data)] = []
    for row in 0..<rows.count {
      devices.append((try rows.text(row, 0), try rows.bytes(row, 1)))
    }
    return devices
  }

  /// Removes a device; its changes stay.
  public func removeDevice(_ device: String) throws(SyncError) {
    try line.query(
      "select keepsake.remove_device($1, $2, $3)", .text(household), .bytes(token), .text(device))
  }
}

extension SyncClient {
  /// The longest sealed part of a content: a mebibyte, and room for what sealing adds.
  public static let longestPart = ServerSchema.longestPart

  /// The stored parts of a content, with their sizes in bytes.
  public func parts(of digest: String) throws(SyncError) -> [Int: Int] {
    let rows = try line.query(
      "select * from keepsake.parts($1, $2, $3)", .text(household), .bytes(token), .text(digest))
    var parts: [Int: Int] = [:]
    for row in 0..<rows.count {
      parts[Int(try rows.number(row, 0))] = Int(try rows.number(row, 1))
    }
    return parts
  }

  /// Sends a part of a content; an existing part of that number stays.
  public func sendPart(_ sealed: Data, of digest: String, part: Int) throws(SyncError) {
    try Self.check(sealed, limit: ServerSchema.longestPart)
    try line.query(
      "select keepsake.send_part($1, $2, $3, $4, $5)", .text(household), .bytes(token),
      .text(digest), .number(Int32(clamping: part)), .bytes(sealed))
  }

  /// A part of a content; `nil` if it is missing.
  public func part(of digest: String, part: Int) throws(SyncError) -> Data? {
    let rows = try line.query(
      "select p from keepsake.part($1, $2, $3, $4) as p where p is not null", .text(household),
      .bytes(token), .text(digest), .number(Int32(clamping: part)))
    return rows.count == 0 ? nil : try rows.bytes(0, 0)
  }
}
