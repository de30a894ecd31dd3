import Reprise
import RepriseTesting

/// What a person does in one random walk, and when the program is killed: all of it from a seed.
struct Walk {
  /// Some events that come at once.
  struct Step {
    var events: Range<Int>

    /// Whether the person looks at the outcome before going on.
    var looks: Bool
  }

  let seed: UInt64

  /// All that happens in the walk.
  private(set) var events: [UserEvent]

  /// The events up to the kill.
  private(set) var steps: [Step]

  /// How many microseconds after the last of them the program is killed.
  let delay: UInt32

  /// The window at the start.
  let size: Size

  /// The size in which the program is started and killed once more before it is looked at.
  let detour: Size?

  /// Whether another window is open on the same inventory, in which somebody looks around.
  let hasCompany: Bool

  /// Whether items have photos.
  let hasPhotos: Bool

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    self.seed = seed
    let size = Self.sizes.randomElement(using: &numbers) ?? Size(width: 80, height: 24)
    let events = (0..<Int.random(in: 20...60, using: &numbers)).map { _ in
      UserEvent.random(in: size, using: &numbers)
    }
    let end = Int.random(in: 1...events.count, using: &numbers)
    var steps: [Step] = []
    var start = 0
    while start < end {
      let length = Bool.random(using: &numbers) ? 1 : Int.random(in: 2...8, using: &numbers)
      let reach = min(start + length, end)
      // Keys typed ahead neither answer an alert that appears later nor remove the refusal of a name of
      // 100 KB.
      let question = (start..<reach).first { index in
        let earlier = events[..<index]
        return events[index].mayAsk
          || events[index].mayChoose && earlier.contains(where: \.isLong)
          || events[index].mayOpen && earlier.contains(where: \.showsPhotos)
      }
      let stop = question.map { $0 + 1 } ?? reach
      // A window changes its size between keys that were seen, for it is told by a signal.
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

  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 100, height: 30), Size(width: 44, height: 11),
    Size(width: 40, height: 10), Size(width: 200, height: 60),
  ]

  /// The first events of the walk, where the next one quits: the help runs any key, that of “Quit”, too.
  func ending(after count: Int) -> Walk {
    var walk = self
    walk.events = Array(events.prefix(count))
    walk.steps = steps.compactMap { step in
      let events = step.events.clamped(to: 0..<count)
      return events.isEmpty ? nil : Step(events: events, looks: step.looks)
    }
    return walk
  }

  /// The size of the window after so many events.
  func size(after count: Int) -> Size {
    events.prefix(count).reduce(size) { size, event in
      if case .resize(let other) = event { other } else { size }
    }
  }
}
