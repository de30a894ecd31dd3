import Foundation
import Storage

/// The channel to the companion: frames go and come, nothing waits longer than it may.
struct PostgresChannel {
  private let descriptor: Int32
  private var received = CompanionFrameReader(limit: PostgresFrame.largestPayload)
  private var piece = Data(count: 64 << 10)

  /// The other side has ended.
  static let ended = SyncError.unreachable("the program that holds the connection ended")

  private static let nonsense = SyncError.protocolViolation(
    "the program that holds the connection sent invalid data")

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next frame that is here already.
  mutating func take() throws(SyncError) -> PostgresFrame? {
    let next: CompanionFrame?
    do throws(CompanionFrameReader.TooLong) {
      next = try received.next()
    } catch {
      throw Self.nonsense
    }
    guard let next else { return nil }
    guard let kind = PostgresFrame.Kind(rawValue: next.kind) else { throw Self.nonsense }
    return PostgresFrame(kind: kind, payload: next.payload)
  }

  /// Sends and receives what it can.
  ///
  /// - Parameters:
  ///   - outgoing: The bytes to send; sent bytes are removed.
  ///   - deadline: When to give up; `nil` doesn't wait.
  mutating func move(
    _ outgoing: inout Data, until deadline: ContinuousClock.Instant?
  ) throws(SyncError) {
    var wait: Int32 = 0
    if let deadline {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { throw .timeout }
      wait = Int32(clamping: left.components.seconds * 1000 + 1).clamped(to: 60_000)
      if left < .seconds(1) { wait = Int32(left / .milliseconds(1)) + 1 }
    }
    let events = Int16(outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT)
    var ready = pollfd(fd: descriptor, events: events, revents: 0)
    guard poll(&ready, 1, wait) > 0 else { return }
    if ready.revents & Int16(POLLOUT) != 0 { send(&outgoing) }
    if ready.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { try receive() }
  }

  /// Sends as much as fits; if the peer has closed its end, its last frames can still be received.
  private func send(_ outgoing: inout Data) {
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    let count = outgoing.withUnsafeBytes { bytes in
      Foundation.send(descriptor, bytes.baseAddress, bytes.count, flags)
    }
    if count > 0 { outgoing = outgoing.dropFirst(count) }
    if count < 0, errno != EAGAIN, errno != EINTR { outgoing = Data() }
  }

  private mutating func receive() throws(SyncError) {
    let count = piece.withUnsafeMutableBytes { bytes in
      retryingInterrupted {
        recv(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
      }
    }
    if count == 0 || count < 0 && errno != EAGAIN {
      throw PostgresChannel.ended
    }
    if count > 0 { received.append(piece.prefix(count)) }
  }
}

extension Int32 {
  fileprivate func clamped(to most: Int32) -> Int32 { Swift.min(self, most) }
}

/// A frame to or from the companion that holds the connection (PostgresCompanion/postgres_kinds.h is the other end).
struct PostgresFrame {
  /// The kind of a frame.
  enum Kind: UInt8 {
    case connect = 0x43
    case query = 0x51
    case again = 0x41
    case connected = 0x4B
    case rows = 0x52
    case error = 0x45
    case notice = 0x4E
  }

  /// The largest payload.
  static let largestPayload = 64 << 20

  var kind: Kind
  var payload = Data()

  /// The frame as it is sent.
  var bytes: Data { CompanionFrame(kind: kind.rawValue, payload: payload).bytes }

  /// Requests a connection.
  static func connect(to address: String, within deadlines: PostgresTimeouts) -> PostgresFrame {
    var frame = PostgresFrame(kind: .connect)
    frame.payload.append(number: deadlines.connecting)
    frame.payload.append(number: deadlines.statement)
    frame.payload.append(counted: Data(address.utf8))
    return frame
  }

  /// Requests the rows of a statement.
  static func query(_ statement: String, _ values: [PostgresValue]) -> PostgresFrame {
    var frame = PostgresFrame(kind: .query)
    frame.payload.append(counted: Data(statement.utf8))
    frame.payload.append(number: values.count)
    for value in values { frame.payload.append(counted: value.bytes) }
    return frame
  }
}

extension Data {
  /// Appends a number of four bytes, the lowest first.
  mutating func append(number: Int) { append(littleEndian: number, count: 4) }

  /// Appends bytes behind their count.
  mutating func append(counted bytes: Data) {
    append(number: bytes.count)
    append(bytes)
  }
}
