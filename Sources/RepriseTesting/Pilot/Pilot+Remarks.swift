import Reprise
import Testing

/// Has remarks of the kit fail the test.
extension Pilot {
  /// What the kit has remarked since the last launch.
  public var remarks: [String] { application.restorationReport.remarks }

  /// Looks for new remarks, and for what has left the interface.
  func checkRemarks() {
    if audits {
      application.reportUnreferenced()
      departures.note(application.window.rootViewController, at: caller)
    }
    for remark in remarks where knownRemarks.insert(remark).inserted {
      if expectedRemarks.contains(where: { $0.isEmpty || remark.contains($0) }) { continue }
      note("the kit remarks: \(remark.shortened(to: 600))")
    }
  }

  /// Reports the controllers that only a closure of their own has kept alive since they left the interface.
  ///
  /// Looks once the app is about to go, since it has to take closures away to be sure: what an app or a test
  /// holds on purpose is no leak.
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
