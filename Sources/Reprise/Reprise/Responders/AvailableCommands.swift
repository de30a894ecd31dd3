/// The keys that the responders of a chain offer, the nearest to the focus first.
///
/// Asked for at every key. Plain loops: closures handed to the standard library would each look up which
/// thread they are on.
struct AvailableCommands {
  private let chain: [Responder]

  /// The commands of each responder, with the keys that the person gave to them.
  private let commands: [[KeyCommand]]

  init(of chain: [Responder], with overrides: [String: [KeyBinding]]) {
    self.chain = chain
    var commands: [[KeyCommand]] = []
    commands.reserveCapacity(chain.count)
    for responder in chain { commands.append(Self.commands(of: responder, with: overrides)) }
    self.commands = commands
  }

  /// The commands of a responder, with the user's key overrides.
  static func commands(
    of responder: Responder, with overrides: [String: [KeyBinding]]
  ) -> [KeyCommand] {
    let commands = responder.keyCommands
    return overrides.isEmpty ? commands : KeyCommand.commands(commands, with: overrides)
  }

  /// The reachable commands: for equal keys only the nearest one, and only if no nearer responder
  /// takes the key.
  func commands(onlyHinted: Bool = false) -> [KeyCommand] {
    var result: [KeyCommand] = []
    for position in commands.indices {
      append(to: &result, from: position, onlyHinted: onlyHinted)
    }
    return result
  }

  /// Calls a closure for each responder, the nearest to the focus first, with its reachable commands.
  func forEachResponder(_ body: (Responder, [KeyCommand]) -> Void) {
    for position in chain.indices {
      var reachable: [KeyCommand] = []
      append(to: &reachable, from: position, onlyHinted: false)
      body(chain[position], reachable)
    }
  }

  private func append(to result: inout [KeyCommand], from position: Int, onlyHinted: Bool) {
    for (index, command) in commands[position].enumerated() where command.isHinted || !onlyHinted {
      if isOffered(command.input, before: index, of: position) { continue }
      if isTaken(command.input[0], before: position) { continue }
      result.append(command)
    }
  }

  /// Whether keys already have a command: of a nearer responder, or before `index` of the same one.
  private func isOffered(_ input: [KeyPress], before index: Int, of position: Int) -> Bool {
    for place in 0...position {
      let end = place == position ? index : commands[place].count
      for command in commands[place][..<end] where command.input == input { return true }
    }
    return false
  }

  private func isTaken(_ key: KeyPress, before position: Int) -> Bool {
    for responder in chain[..<position] where responder.takes(key) { return true }
    return false
  }

  /// The state that the hint line depends on.
  var summary: Summary {
    var summary = Summary()
    for (position, own) in commands.enumerated() {
      for command in own {
        summary.offered.append(Summary.Offer(command, at: position))
        if command.isHinted {
          summary.taken.append(isTaken(command.input[0], before: position))
        }
      }
    }
    return summary
  }

  /// Whether the dependencies of the hint line are unchanged.
  func isSummed(up summary: Summary) -> Bool {
    var (count, hinted) = (0, 0)
    for (position, own) in commands.enumerated() {
      guard count + own.count <= summary.offered.count else { return false }
      for command in own {
        guard summary.offered[count].isSame(as: command, at: position) else { return false }
        count += 1
        guard command.isHinted else { continue }
        guard summary.taken[hinted] == isTaken(command.input[0], before: position) else {
          return false
        }
        hinted += 1
      }
    }
    return count == summary.offered.count
  }

  /// The commands of a chain without their closures, which may retain the responders.
  struct Summary {
    fileprivate struct Offer {
      let position: Int
      let input: [KeyPress]
      let title: String
      let isHinted, isEssential: Bool

      init(_ command: KeyCommand, at position: Int) {
        self.position = position
        (input, title) = (command.input, command.title)
        (isHinted, isEssential) = (command.isHinted, command.isEssential)
      }

      func isSame(as command: KeyCommand, at position: Int) -> Bool {
        self.position == position && isHinted == command.isHinted
          && isEssential == command.isEssential && input == command.input && title == command.title
      }
    }

    fileprivate var offered: [Offer] = []

    /// For each hinted command, whether a nearer responder takes the key.
    fileprivate var taken: [Bool] = []
  }
}
