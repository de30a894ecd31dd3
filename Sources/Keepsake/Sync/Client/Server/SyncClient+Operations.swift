import Foundation

extension SyncClient {
  /// The longest sealed operation that a server takes.
  public static let longestOperation = ServerSchema.longestOperation

  /// What goes to the server in one call.
  private static let batch = (bytes: 4 << 20, count: 1000)

  /// The most that comes from it in one call, which leaves room for the longest operation.
  private static let mostBytes = 32 << 20

  /// Sends operations of a device, in their order.
  ///
  /// What was sent before with the same number is not sent again; what is in there wins. After an error
  /// some may be sent: send all of them again.
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

  /// The last sequence of the household; 0 where there is none.
  public func lastSequence() throws(SyncError) -> Int64 {
    try line.query("select keepsake.last_sequence($1, $2)", .text(household), .bytes(token))
      .number(0, 0)
  }

  /// Says beforehand what the server would refuse.
  static func check(_ sealed: Data, limit: Int) throws(SyncError) {
    guard sealed.count <= limit else { throw .tooLarge(bytes: sealed.count, limit: limit) }
  }
}
