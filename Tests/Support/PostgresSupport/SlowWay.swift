import Foundation
import Synchronization

/// The forwarding of a ``SlowSocket``.
final class SlowWay: Sendable {
  private struct State {
    /// How many more client messages are forwarded; `nil` for all.
    var allowed: Int?
    var isSlow = false
    var held = 0
  }

  private let target: LocalAddress
  private let state = Mutex(State())

  init(to target: LocalAddress) { self.target = target }

  func holdBack(after messages: Int) { state.withLock { $0.allowed = messages } }

  func letGo() {
    state.withLock {
      $0.allowed = nil
      $0.isSlow = true
    }
  }

  var holdsSomething: Bool { state.withLock { $0.held > 0 } }

  /// Connects to the server, and forwards both directions until one of them ends.
  func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let both = [client, server]
    guard target.connect(server) else { return both.forEach { close($0) } }
    let open = Mutex(2)
    for (source, goal) in [(client, server), (server, client)] {
      Thread.detachNewThread { [self] in
        pass(from: source, to: goal, isClient: source == client)
        both.forEach { shutdown($0, Int32(SHUT_RDWR)) }
        let isLast = open.withLock { open in
          open -= 1
          return open == 0
        }
        if isLast { both.forEach { close($0) } }
      }
    }
  }

  private func pass(from source: Int32, to goal: Int32, isClient: Bool) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let isSlow = state.withLock { $0.isSlow }
      // A few bytes at a time, so that every message is split somewhere.
      let count = read(source, &bytes, isSlow ? 100 : bytes.count)
      guard count > 0 else { return }
      if isClient { waitForLeave() }
      if isSlow { usleep(2000) }
      guard Self.send(bytes[..<count], to: goal) else { return }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to goal: Int32) -> Bool {
    var rest = Array(bytes)
    while !rest.isEmpty {
      let count = write(goal, rest, rest.count)
      guard count > 0 else { return false }
      rest.removeFirst(count)
    }
    return true
  }

  private func waitForLeave() {
    guard !mayPass() else { return }
    state.withLock { $0.held += 1 }
    while !mayPass() { usleep(5000) }
    state.withLock { $0.held -= 1 }
  }

  private func mayPass() -> Bool {
    state.withLock { state in
      guard let allowed = state.allowed else { return true }
      guard allowed > 0 else { return false }
      state.allowed = allowed - 1
      return true
    }
  }
}
