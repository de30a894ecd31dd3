import Reprise
import RepriseTesting

/// The user's actions in one random walk, and the time of the kill, all from a seed.
struct Walk {
  /// Some events sent at once.
  struct Step {
    var events: Range<Int>

    /// Whether the screen is checked before the next step.
    var looks: Bool
  }

  let seed: UInt64

  /// All events of the walk.
  private(set) var events: [UserEvent]

  /// The events up to the kill.
  private(set) var steps: [Step]

  /// The time of the kill in microseconds after the last of them.
  let delay: UInt32

  /// The initial size of the window.
  let size: Size

  /// The window size of an additional launch and kill before the check.
  let detour: Size?

  /// Whether a second window on the same inventory is open.
  let hasCompany: Bool

  /// Whether items have photos.
  let hasPhotos: Bool

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    self.seed = seed
    let size = Self.sizes.randomElement(using: &numbers) ?? Size(width: 80, height: 24)
    let opening = Self.opening(for: seed)
    let events =
      opening
      + (0..<Int.random(in: 20...60, using: &numbers)).map { _ in
        UserEvent.random(in: size, using: &numbers)
      }
    let end = Int.random(in: opening.count + 1...events.count, using: &numbers)
    var steps = opening.indices.map { Step(events: $0..<$0 + 1, looks: true) }
    var start = opening.count
    while start < end {
      let length = Bool.random(using: &numbers) ? 1 : Int.random(in: 2...8, using: &numbers)
      let reach = min(start + length, end)
      // Keys typed ahead neither answer an alert that appears later nor clear the refusal of a 100 KB name.
      let question = (start..<reach).first { index in
        let earlier = events[..<index]
        return events[index].mayAsk
          || events[index].mayChoose && earlier.contains(where: \.isLong)
          || events[index].mayOpen && earlier.contains(where: \.showsPhotos)
      }
      let stop = question.map { $0 + 1 } ?? reach
      // Keys before and after a resize must be sent separately, since a resize is a signal.
      let resizes = events[start..<min(stop + 1, end)].contains(where: \.isResize)
      let looks = Int.random(in: 0..<3, using: &numbers) > 0 || question != nil
      if resizes {
        steps += (start..<stop).map { Step(events: $0..<$0 + 1, looks: true) }
      } else {
        steps.append(Step(events: start..<stop, looks: looks))
      }
      start = stop
    }
    self.size = size
    self.events = events
    self.steps = steps
    delay = UInt32.random(in: 0...30_000, using: &numbers)
    detour =
      Int.random(in: 0..<5, using: &numbers) == 0 ? Self.sizes.randomElement(using: &numbers) : nil
    hasCompany = Int.random(in: 0..<8, using: &numbers) == 0
    hasPhotos = Int.random(in: 0..<3, using: &numbers) == 0
  }

  /// How some walks begin: in screens that random keys seldom reach.
  private static let openings = [
    // A saved view, which is then opened from the list of views.
    "/price>100<Enter>,sDear<Enter>gv<Enter>", "gd",
    // The form of several items, with a half-typed place.
    "<Space><Space>b<Tab>att",
  ]

  private static func opening(for seed: UInt64) -> [UserEvent] {
    guard seed % 6 == 5 else { return [] }
    return KeyScript(openings[Int(seed / 6) % openings.count]).keys.map(UserEvent.key)
  }

  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 100, height: 30), Size(width: 44, height: 11),
    Size(width: 40, height: 10), Size(width: 200, height: 60),
  ]

  /// The walk up to an event that quits; the help runs any key, including that of “Quit”.
  func ending(after count: Int) -> Walk {
    var walk = self
    walk.events = Array(events.prefix(count))
    walk.steps = steps.compactMap { step in
      let events = step.events.clamped(to: 0..<count)
      return events.isEmpty ? nil : Step(events: events, looks: step.looks)
    }
    return walk
  }

  /// The walk whose keys are never typed ahead of a line that reports a failure: they would leave it on screen.
  func stopping(after refusals: Set<Int>) -> Walk {
    var walk = self
    walk.steps = steps.flatMap { step in
      let ends = step.events.map { $0 + 1 }.filter(refusals.contains) + [step.events.upperBound]
      let starts = [step.events.lowerBound] + ends
      return zip(starts, ends).filter { $0 < $1 }.map { start, end in
        Step(events: start..<end, looks: step.looks || refusals.contains(end))
      }
    }
    return walk
  }

  /// The window's size after a number of events.
  func size(after count: Int) -> Size {
    events.prefix(count).reduce(size) { size, event in
      if case .resize(let other) = event { other } else { size }
    }
  }
}
