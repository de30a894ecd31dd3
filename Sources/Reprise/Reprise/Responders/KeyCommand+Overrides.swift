extension KeyCommand {
  /// The commands of one responder, with the keys that a person gave to its actions.
  ///
  /// The overriding keys take the place of the first key of the action; its other keys go. Any other
  /// command of the responder under an overriding key goes, too.
  static func commands(
    _ commands: [KeyCommand], with overrides: [String: [KeyBinding]]
  ) -> [KeyCommand] {
    func override(of command: KeyCommand) -> [KeyBinding]? {
      command.actionID.flatMap { overrides[$0] }
    }
    var taken: Set<[KeyPress]> = []
    for command in commands {
      for binding in override(of: command) ?? [] { taken.insert(binding.keys) }
    }
    var result: [KeyCommand] = []
    var done: Set<String> = []
    for command in commands {
      guard let id = command.actionID, let bindings = override(of: command) else {
        if !taken.contains(command.input) { result.append(command) }
        continue
      }
      guard done.insert(id).inserted else { continue }
      let others = commands.filter { $0.actionID == id }
      for (index, binding) in bindings.filter({ $0.problem == nil }).enumerated() {
        var own = command
        own.input = binding.keys
        own.isHinted = index == 0 && others.contains(where: \.isHinted)
        own.isEssential = index == 0 && others.contains(where: \.isEssential)
        result.append(own)
      }
    }
    return result
  }
}
