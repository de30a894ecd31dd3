import Reprise
import RepriseTesting

/// What a person does in one random walk, and when the program is killed: all of it from a seed.
struct Walk {
  /// Some keys that are pressed at once.
  struct Step {
    var keys: ArraySlice<KeyPress>

    /// Whether the person looks at the outcome before going on.
    var looks: Bool
  }

  let seed: UInt64

  /// All keys of the walk.
  private(set) var keys: [KeyPress]

  /// The keys up to the kill.
  private(set) var steps: [Step]

  /// How many microseconds after the last of them the program is killed.
  let delay: UInt32

  /// The window.
  let size: Size

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    self.seed = seed
    let keys = (0..<Int.random(in: 20...60, using: &numbers)).map { _ in Self.key(&numbers) }
    self.keys = keys
    let end = Int.random(in: 1...keys.count, using: &numbers)
    var steps: [Step] = []
    var start = 0
    while start < end {
      let length = Bool.random(using: &numbers) ? 1 : Int.random(in: 2...8, using: &numbers)
      let stop = min(start + length, end)
      let looks = Int.random(in: 0..<3, using: &numbers) > 0
      steps.append(Step(keys: keys[start..<stop], looks: looks))
      start = stop
    }
    self.steps = steps
    delay = UInt32.random(in: 0...30_000, using: &numbers)
    size =
      [Size(width: 80, height: 24), Size(width: 100, height: 30), Size(width: 44, height: 11)]
      .randomElement(using: &numbers) ?? Size(width: 80, height: 24)
  }

  /// Ends the walk, and the steps before the kill, after so many keys.
  mutating func end(after count: Int) {
    keys = Array(keys.prefix(count))
    steps = steps.compactMap { step in
      let keys = step.keys.prefix(max(0, count - step.keys.startIndex))
      return keys.isEmpty ? nil : Step(keys: keys, looks: step.looks)
    }
  }

  /// Keys as often as a person presses them.
  ///
  /// There is no `q`, which ends the program at a root.
  private static let usual = KeyScript(
    "<Down><Down><Down><Up><Up>jjkGg<Home><End><PgDn><PgUp><Left><Right><Shift-Left>"
      + "<Enter><Enter><Enter><Esc><Esc><Esc>1222nnee//aterыжё茶壶 7-<Tab><Tab><Shift-Tab>"
      + "EExuu<^R>]]][?<^S><^S><Backspace><^W><^A><^E><Alt-b>D<^L><^C>"
  ).keys

  private static func key(_ numbers: inout SeededGenerator) -> KeyPress {
    usual.randomElement(using: &numbers) ?? KeyPress(.down)
  }

  /// The bytes of some keys in one burst.
  ///
  /// Escape is sent in its long form, since the short one with a key right behind it is Alt.
  static func bytes(of keys: some Sequence<KeyPress>) -> String {
    keys.map { key in
      key == KeyPress(.escape)
        ? "\u{1B}[27u" : PTYProcess.sequence(for: key, applicationCursorKeys: true)
    }.joined()
  }
}
