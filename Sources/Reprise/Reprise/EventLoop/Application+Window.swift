extension Application: WindowApplication {
  var now: () -> ContinuousClock.Instant { eventLoop.now }

  var actionTable: ActionTable? { makeActionTable?() }

  func notice(forUnhandledKeys keys: [KeyPress]) -> String? {
    delegate.application(self, noticeForUnhandledKeys: keys)
  }

  func storeIntent() { eventLoop.commit() }

  func quit() { terminate() }

  func noticesDidChange() { preserver.setNeedsPreservation(window.notices) }

  func userActivityDidChange() { preservation.userActivityDidChange() }

  func keyOverridesDidChange() {
    for (id, bindings) in keyOverrides.sorted(by: { $0.key < $1.key }) {
      for problem in bindings.compactMap(\.problem) {
        remark("the keys for the action “\(id)” do nothing: \(problem)")
      }
    }
    window.overriddenEditingKeys = [:]
    setNeedsTurn()
  }
}

extension Window {
  /// The app that this is the window of.
  public var application: Application? { app as? Application }
}
