import Reprise
import RepriseTesting

/// The user's keys while system calls fail, generated from a seed and sent in groups.
struct FaultScript {
  /// The keys in order.
  let keys: [KeyPress]

  /// The key counts after which the screen is checked.
  let looks: [Int]

  /// Generates a number of events, each a complete user action.
  init(seed: UInt64, events: Int) {
    var numbers = SeededGenerator(seed: seed)
    var keys: [KeyPress] = []
    while keys.count < events {
      keys += KeyScript(Self.doings.randomElement(using: &numbers) ?? "j").keys
    }
    self.init(keys: Array(keys.prefix(events)), numbers: &numbers)
  }

  /// Creates a script of the given keys.
  init(_ text: String, seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    self.init(keys: KeyScript(text).keys, numbers: &numbers)
  }

  private init(keys: [KeyPress], numbers: inout SeededGenerator) {
    self.keys = keys
    var looks: [Int] = []
    while (looks.last ?? 0) < keys.count {
      let start = looks.last ?? 0
      let reach = min(keys.count, start + Int.random(in: 3...13, using: &numbers))
      // A key typed ahead can't answer a question or clear a refusal before either is on the screen: `x` may
      // ask, and without a passphrase `H` is refused, except as a letter in a form.
      let question = keys[start..<reach].firstIndex {
        $0 == .character("x") || $0 == .character("H")
      }
      looks.append(question.map { $0 + 1 } ?? reach)
    }
    self.looks = looks
  }

  /// Moving, opening, typing, saving, changing, deleting, undoing, other tabs, filters, modals.
  private static let doings = [
    "<Down><Down>j", "Gk", "gg", "<PgDn><Up>", "<Enter>j<Esc>",
    "<Enter>e<Tab><Tab><Tab><^A>3<^S><Esc>",
    "nTea pot<^S>", "nKettle<Tab><Tab><Tab>2<^S>", "nчай<^S>", "nHalf a thought<Esc>", "n<Esc>",
    "je<End> x<^S>", "e<Tab><Tab><Tab>7<Esc>", "jx", "x", "u", "u", "<^R>", "2<Enter><Down>", "2",
    "1",
    "<Esc>", "?<Down><Esc>", "/te<Enter>", "/<Esc>", "n<Tab><Enter>ki<Down><Enter><Esc>",
    "E<Down>E", "n<^S><Esc>", "nLamp<F1><Esc><Shift-Left>p<^S>",
  ]
}
