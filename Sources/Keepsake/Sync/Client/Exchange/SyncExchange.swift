import Crypto
import Foundation
import Inventory
import Storage

/// Brings an inventory and its household's server up to date with each other.
///
/// It receives before it sends, so that the operations of this home are ordered after those it has
/// seen. It may be interrupted at any point and repeated.
public final class SyncExchange {
  let store: InventoryStore
  let server: SyncClient
  let credentials: SyncCredentials

  /// The files that could not be exchanged over this connection.
  var refusedContents: Set<String> = []

  /// Why the last of them could not.
  public internal(set) var contentProblem: String?

  private var hasSaidWhoItIs = false
  private var hasShownCarried = false
  private var rowsSinceCheckpoint = 0

  /// How many bytes of operations come or go in one call; what a first join holds in memory is some times that.
  private static let batch = 1 << 20

  /// The number of rows in one transaction, which bounds how long a saving window waits.
  private static let rowsAtOnce = 1000

  /// The number of rows between two checkpoints: the log of a first join would otherwise outgrow the inventory.
  private static let rowsPerCheckpoint = 4 * rowsAtOnce

  /// Makes an exchange over an open connection.
  public init(
    _ store: InventoryStore, _ server: SyncClient, _ credentials: SyncCredentials
  ) {
    self.store = store
    self.server = server
    self.credentials = credentials
  }

  /// Brings everything up to date once, files included.
  public func exchangeEverything() throws {
    try checkHead()
    _ = try exchangeOperations()
    try exchangeDevices()
    _ = try exchangeContents { true }
  }

  /// Makes sure that the server has what this home knows of it.
  ///
  /// - Throws: `ExchangeError.serverSetBack`.
  public func checkHead() throws {
    let membership = try membership()
    guard membership.lastSequence > 0 else { return }
    let known = try server.operations(after: membership.lastSequence - 1, limit: 1, bytes: 1)
    guard let head = known.first,
      membership.chainDigest.isEmpty || Self.digest(head) == membership.chainDigest
    else {
      throw ExchangeError.serverSetBack
    }
  }

  /// Receives the changes of others, and sends those written here.
  ///
  /// - Returns: The changes of others.
  public func exchangeOperations() throws -> [ReceivedChange] {
    try showCarried()
    // Local edits so far were made without knowledge of the operations that follow.
    try recordAll()
    var changes = try receiveAll()
    // Each transaction retries as many rows that can't be shown yet as it writes.
    if !changes.isEmpty { try applyUnapplied(unlessFewerThan: Self.rowsAtOnce) }
    if try membership().isJoining {
      try store.household.bringIn(author: credentials.member) {
        () throws(InventoryError) in try letOthersWrite(after: Self.rowsAtOnce)
      }
    }
    try recordAll()
    // A copy of this home may have sent something under its name: that comes, and it takes another one.
    for _ in 0..<3 {
      do {
        if try sendAll() { changes += try receiveAll() }
        break
      } catch SyncError.numberTaken {
        changes += try receiveAll()
      }
    }
    return changes
  }

  /// Sends this device's description, and receives those of the others.
  public func exchangeDevices() throws {
    let membership = try membership()
    let own = DeviceDescription(
      member: credentials.member, machine: Self.machine, joined: credentials.joined)
    var known: [SyncDevice] = []
    var isKnown = false
    for (device, description) in try devices() {
      if device == membership.device {
        isKnown = description == own
      } else {
        known.append(SyncDevice(device, description))
      }
    }
    // Only once: a copy of this home with the same name would overwrite it again, without end.
    if !isKnown, !hasSaidWhoItIs {
      hasSaidWhoItIs = true
      try server.setDevice(
        membership.device,
        sealed: credentials.code.key.seal(
          own, device: membership.device, household: membership.household))
    }
    known.append(SyncDevice(membership.device, own))
    try store.household.noteDevices(known)
  }

  /// The members' devices; one whose description cannot be opened is passed over.
  public func devices() throws -> [(device: String, description: DeviceDescription)] {
    let household = credentials.code.household
    return try server.devices().compactMap { device, sealed in
      guard
        let description = try? credentials.code.key.description(
          sealed, device: device, household: household)
      else { return nil }
      return (device, description)
    }
  }

  func membership() throws -> SyncMembership {
    guard let membership = try store.household.membership(),
      membership.household == credentials.code.household
    else {
      throw ExchangeError.noHousehold
    }
    return membership
  }

  /// Shows what a former version of this program only carried along, or nested deeper than homes show it, once.
  private func showCarried() throws {
    guard !hasShownCarried else { return }
    hasShownCarried = true
    if try !membership().isJoining { try store.household.findTooDeep() }
    try applyUnapplied(unlessFewerThan: 1)
  }

  private func applyUnapplied(unlessFewerThan least: Int) throws {
    try store.household.applyUnapplied(author: credentials.member, unlessFewerThan: least) {
      () throws(InventoryError) in try letOthersWrite(after: Self.rowsAtOnce)
    }
  }

  private func recordAll() throws {
    while true {
      let count = try store.household.record(
        author: credentials.member, limit: Self.rowsAtOnce)
      guard count > 0 else { return }
      try letOthersWrite(after: count)
    }
  }

  private func receiveAll() throws -> [ReceivedChange] {
    var changes: [ReceivedChange] = []
    var rows = 0
    while true {
      let membership = try membership()
      let incoming = try server.operations(
        after: membership.lastSequence, limit: 1000, bytes: Self.batch)
      guard !incoming.isEmpty else { return changes }
      var rest = incoming[...]
      while !rest.isEmpty {
        if rows > 0 { try letOthersWrite(after: rows) }
        let received = try receiveSome(&rest)
        changes += received.changes
        rows = received.rows
      }
    }
  }

  /// Takes as many operations as one transaction may write, and one at least.
  ///
  /// - Returns: The changes that others wrote, and the number of all rows.
  private func receiveSome(
    _ rest: inout ArraySlice<IncomingOperation>
  ) throws -> (changes: [ReceivedChange], rows: Int) {
    var taken: [(operation: SyncOperation?, operationID: OperationID)] = []
    var rows = 0
    var chainDigest = ""
    while let next = rest.first, rows < Self.rowsAtOnce {
      let operation = opened(next)
      // One that writes nothing is work, too.
      let count = max(1, operation?.writes.count ?? 0)
      if rows > 0, rows + count > Self.rowsAtOnce { break }
      taken.append(
        (operation, OperationID(device: next.device, number: next.number, sequence: next.sequence)))
      rows += count
      chainDigest = Self.digest(next)
      rest = rest.dropFirst()
    }
    return (
      try store.household.receive(taken, author: credentials.member, chainDigest: chainDigest), rows
    )
  }

  /// Lets a window that waits for the lock have it, which looks again every millisecond, and checkpoints a log that has become
  /// long.
  private func letOthersWrite(after rows: Int) throws(InventoryError) {
    usleep(2000)
    rowsSinceCheckpoint += rows
    guard rowsSinceCheckpoint >= Self.rowsPerCheckpoint else { return }
    rowsSinceCheckpoint = 0
    try store.database.checkpoint()
  }

  /// Opens an operation; `nil` if that fails.
  private func opened(_ incoming: IncomingOperation) -> SyncOperation? {
    guard incoming.sealed.count <= OperationBounds.operationBytes,
      incoming.device.utf8.count <= Bounds.nameBytes
    else { return nil }
    return try? credentials.code.key.operation(
      Array(incoming.sealed), device: incoming.device, number: incoming.number,
      household: credentials.code.household)
  }

  /// - Returns: Whether there was anything to send.
  private func sendAll() throws -> Bool {
    let membership = try membership()
    var last: Int64 = 0
    var isAny = false
    while true {
      let queued = try store.household.queued(after: last, bytes: Self.batch)
      guard let end = queued.last else { return isAny }
      if queued.contains(where: \.operation.isTooLarge) {
        try store.household.divideQueued()
        continue
      }
      let sealed = try queued.map { queued in
        OutgoingOperation(
          number: queued.number,
          sealed: Data(
            try credentials.code.key.seal(
              queued.operation, device: membership.device, number: queued.number,
              household: membership.household)))
      }
      try server.send(sealed, from: membership.device)
      last = end.number
      isAny = true
    }
  }

  private static func digest(_ operation: IncomingOperation) -> String {
    var hash = SHA256()
    hash.update(data: Data("\(operation.device) \(operation.number) ".utf8))
    hash.update(data: operation.sealed)
    return hash.finalize().withUnsafeBytes { digest in
      Hexadecimal.text(UnsafeRawBufferPointer(rebasing: digest.prefix(16)))
    }
  }

  private static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension SyncDevice {
  fileprivate init(_ device: String, _ description: DeviceDescription) {
    self.init(
      device: device, member: description.member, machine: description.machine,
      joined: description.joined)
  }
}

/// Why a home and its household's server do not come to terms, in one line each.
public enum ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The server was reset to an older state; later changes exist only in the homes.
  case serverSetBack
  /// The inventory belongs to no household.
  case noHousehold
  /// It belongs to a household but has no credentials, as after a restore: backups don't contain them.
  case noKey

  /// A line with the problem and its solution.
  public var description: String {
    switch self {
    case .serverSetBack:
      "the household's server was reset to an older state; nothing is lost here: "
        + "create a new household from the home that has everything, and join it"
    case .noHousehold:
      "this inventory belongs to no household: run “keepsake household create” or “join” first"
    case .noKey:
      "the household's key is missing, as after a restore: run “keepsake household join” with its code"
    }
  }
}
