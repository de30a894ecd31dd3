import RepriseSystem
import CProbes
import Foundation
import Reprise

/// Says how a host comes and goes in a network of its own, whose one interface it switches on and off.
enum NetworkProbe {
  static func run() -> Never {
    guard probe_enter_network() else {
      say("forbidden")
      exit(0)
    }
    // Whoever hears nothing is ended.
    alarm(20)
    // Its route comes and goes with the interface, which that of 127.0.0.1 does not.
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
