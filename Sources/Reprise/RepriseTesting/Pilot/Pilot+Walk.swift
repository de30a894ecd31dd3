import Reprise
import Testing

extension Pilot {
  /// Walks at random through the app, kills it now and then, and expects to see the same picture again.
  ///
  /// An app that leaves is started again. Nothing is compared while the inspector or an alert that `ask(_:)` did not present is open.
  ///
  /// - Parameters:
  ///   - count: How many events there are.
  ///   - seed: What the walk is made of; the same one makes the same walk.
  ///   - period: How many events there are between two kills.
  ///   - isTransient: Says of more that is not meant to come back.
  ///   - sourceLocation: The line that a difference is shown at.
  public func walk(
    _ count: Int = 10_000, seed: UInt64, killingEvery period: Int = 100,
    unless isTransient: (Application) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var walk = RandomWalk(seed: seed)
    var events: [RandomWalk.Event] = []
    var isDue = false
    for position in 1...max(1, count) {
      let event = walk.next(in: terminal.size)
      events.append(event)
      try perform(event)
      if position % period == 0 || position == count { isDue = true }
      if application.termination != nil {
        try restartAndRestore()
        events = []
        continue
      }
      guard isDue, walk.isComplete, !(showsWhatPasses || isTransient(application)) else { continue }
      isDue = false
      let before = frame
      try restartAndRestore()
      guard frame == before else {
        let last = events.suffix(period + 20).map(\.description).joined()
        Issue.record(
          """
          seed \(seed), event \(position): another picture came back
          \(frame.rows(unlike: before))
          after \(last)
          """, sourceLocation: sourceLocation)
        return
      }
    }
  }

  private func perform(_ event: RandomWalk.Event) throws {
    switch event {
    case .key(let key): try send(.key(key))
    case .mouse(let event): try send(.mouse(event))
    case .paste(let text): try send(.paste(text))
    case .resize(let size): try resize(to: size)
    case .focus(let hasFocus): try send(.focus(hasFocus))
    }
  }

  private var showsWhatPasses: Bool {
    var controller = application.window.rootViewController
    while let current = controller {
      if let alert = current as? AlertController, alert.question == nil { return true }
      if current is InspectorViewController { return true }
      controller = current.presentedViewController
    }
    return false
  }
}
