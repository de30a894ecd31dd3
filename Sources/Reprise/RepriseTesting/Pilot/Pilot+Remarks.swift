import Reprise
import Testing

/// Fails the test for remarks of the kit.
extension Pilot {
  /// The kit's remarks since the last launch.
  public var remarks: [String] { application.restorationReport.remarks }

  /// Checks for new remarks, and for controllers that have left the interface.
  func checkRemarks() {
    if audits {
      application.preservation.reportUnreferenced()
      departures.note(application.window.rootViewController, at: caller)
    }
    for remark in remarks where knownRemarks.insert(remark).inserted {
      if expectedRemarks.contains(where: { $0.isEmpty || remark.contains($0) }) { continue }
      note("the kit remarks: \(remark.shortened(to: 600))")
    }
  }

  /// Reports the controllers that only one of their own closures has kept alive since they left the
  /// interface.
  ///
  /// Checks just before the app ends, because it has to remove closures to be sure. An object that the app or
  /// a test holds on purpose isn't a leak.
  func reportLeaks() {
    let here = caller
    defer { caller = here }
    for leak in departures.takeLeaks() {
      caller = leak.location
      note(
        "\(leak.name) was removed but stayed in memory: a closure of its own, as of a button or an action, "
          + "holds it; write [weak self] or [unowned self] there, or use Action(…, for: self)")
    }
  }
}
