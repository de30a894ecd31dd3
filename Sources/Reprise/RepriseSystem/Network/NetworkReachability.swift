import Reprise
import CSystem
import Dispatch
import Glibc

/// Whether a host can be reached, as far as the routes of this machine say (contract 8.8.9).
///
/// ```swift
/// let way = NetworkReachability(host: "192.168.1.20")
/// way.startNotifier { [weak self] isReachable in self?.connectAnew(isReachable) }
/// ```
///
/// Close and make connections as the way comes and goes, and when it becomes another one, as from the radio to the cable: the
/// address from which a connection was made is gone then. The kernel says when: nothing looks again and again, and nothing
/// is sent. That a host can be reached does not say that it answers.
@MainActor public final class NetworkReachability {
  /// The host: an address in digits, or a name.
  public let host: String

  /// Whether there is a way to the host now.
  ///
  /// Who a name belongs to only the network knows, so for a name a way to anywhere counts.
  public var isReachable: Bool { !way.isEmpty }

  /// The addresses of this machine from which the host can be reached.
  private var way: [String]

  private var source: (any DispatchSourceRead)?

  /// Looks for the way to a host.
  public init(host: String) {
    self.host = host
    way = Self.way(to: host)
  }

  isolated deinit { source?.cancel() }

  /// Calls a closure on the main actor whenever the way comes, goes or becomes another one, and at once if it did since the
  /// last look.
  ///
  /// A second call replaces the first closure.
  ///
  /// - Returns: `false` if the system watches nothing; then ``isReachable`` stays as it is.
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
    // Something may have changed before the kernel was asked to say so.
    look(handler)
    return true
  }

  /// Calls it no more.
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

  /// Addresses that are nobody's (RFC 5737, RFC 3849): a way to them is the way to anywhere.
  private static let anywhere = ["192.0.2.1", "2001:db8::1"]

  private static func way(to host: String) -> [String] {
    (isAddress(host) ? [host] : anywhere).compactMap(ownAddress(towards:))
  }

  /// From which address the kernel would send to another one; `nil` without a route.
  private static func ownAddress(towards address: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(network_address_capacity)) { own in
      guard let start = own.baseAddress, network_way(address, start) else { return nil }
      return String(cString: start)
    }
  }

  /// Whether a text is an address in digits, right or wrong, and no name.
  private static func isAddress(_ text: String) -> Bool {
    text.contains(":") || text.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
  }
}
