@testable import RepriseSystem
import Reprise
import Testing

/// Which texts count as addresses.
@Suite struct ReachabilityTests {
  @Test(arguments: ["1.2.3", "300.1.1.1", "1.1.1.1.1", "::g", "", "..."])
  func aWrongAddressIsNotReachable(_ host: String) {
    #expect(!NetworkReachability(host: host).isReachable)
  }
}
