import RepriseSystem
import CProbes
import Foundation
import Reprise

/// Prints the reachability of a host in a private network whose only interface it turns on and off.
enum NetworkProbe {
  static func run() -> Never {
    guard probe_enter_network() else {
      say("forbidden")
      exit(0)
    }
    // Ends the process if it receives no change.
    alarm(20)
    // This host's route depends on the interface, unlike that of 127.0.0.1.
    let local = NetworkReachability(host: "::1")
    let name = NetworkReachability(host: "example.org")
    say("\(local.isReachable) \(name.isReachable)")
    let isWatched = local.startNotifier { isReachable in
      say("\(isReachable)")
      if isReachable { _ = probe_switch_loopback(false) } else { exit(0) }
    }
    guard isWatched, probe_switch_loopback(true) else { exit(70) }
    withExtendedLifetime(local) { RunLoop.main.run() }
    exit(0)
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
