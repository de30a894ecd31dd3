import Foundation
import Storage

/// The channel to the companion: frames go and come, nothing waits longer than it may.
struct PostgresChannel {
  private let descriptor: Int32
  private var received = CompanionFrameReader(limit: PostgresFrame.largestPayload)
  private var piece = Data(count: 64 << 10)

  /// The other side is there no more.
  static let ended = SyncError.unreachable("the program that holds the connection ended")

  private static let nonsense = SyncError.protocolViolation(
    "the program that holds the connection talks nonsense")

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
  ///   - outgoing: What there is to send; what is left of it.
  ///   - deadline: When to give up; nil to wait for nothing.
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

  /// Sends what there is room for; where nobody reads, what was said last is still to be received.
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
