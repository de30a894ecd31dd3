import Reprise
import CSystem
import Dispatch
import Glibc

/// Whether a host can be reached, judged by the routes of this machine (contract 8.8.9).
///
/// ```swift
/// let way = NetworkReachability(host: "192.168.1.20")
/// way.startNotifier { [weak self] isReachable in self?.reconnect(isReachable) }
/// ```
///
/// Close and open connections when the route appears, disappears or changes, for example from Wi-Fi to cable: the
/// local address of an existing connection is gone then. The kernel reports changes: nothing polls, and nothing is
/// sent. A reachable host does not necessarily answer.
@MainActor public final class NetworkReachability {
  /// The host: an address in digits, or a name.
  public let host: String

  /// Whether there is a route to the host now.
  ///
  /// Only the network can resolve a name, so for a name any route counts.
  public var isReachable: Bool { !way.isEmpty }

  /// The addresses of this machine from which the host can be reached.
  private var way: [String]

  private var source: (any DispatchSourceRead)?

  /// Looks up the route to a host.
  public init(host: String) {
    self.host = host
    way = Self.way(to: host)
  }

  isolated deinit { source?.cancel() }

  /// Calls a closure on the main actor whenever the route appears, disappears or changes, and at once if it has
  /// changed since the last check.
  ///
  /// A second call replaces the first closure.
  ///
  /// - Returns: `false` if the system cannot report changes; then ``isReachable`` stays as it is.
  @discardableResult
  public func startNotifier(_ handler: @escaping (_ isReachable: Bool) -> Void) -> Bool {
    stopNotifier()
    let descriptor = network_watch_open()
    guard descriptor >= 0 else { return false }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      network_watch_drain(descriptor)
      self?.look(handler)
    }
    source.setCancelHandler { close(descriptor) }
    self.source = source
    source.activate()
    // The route may have changed before the kernel was asked to report changes.
    look(handler)
    return true
  }

  /// Stops calling the closure.
  public func stopNotifier() {
    source?.cancel()
    source = nil
  }

  private func look(_ handler: (Bool) -> Void) {
    let now = Self.way(to: host)
    guard now != way else { return }
    way = now
    handler(isReachable)
  }

  /// Addresses reserved for documentation (RFC 5737, RFC 3849): a route to them is the default route.
  private static let anywhere = ["192.0.2.1", "2001:db8::1"]

  private static func way(to host: String) -> [String] {
    (isAddress(host) ? [host] : anywhere).compactMap(ownAddress(towards:))
  }

  /// The address from which the kernel would send to another one; `nil` without a route.
  private static func ownAddress(towards address: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(network_address_capacity)) { own in
      guard let start = own.baseAddress, network_way(address, start) else { return nil }
      return String(cString: start)
    }
  }

  /// Whether a text is an address in digits, valid or not, rather than a name.
  private static func isAddress(_ text: String) -> Bool {
    text.contains(":") || text.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
  }
}
