extension Action {
  /// What is wrong with the actions of one screen, a line each.
  ///
  /// Only enabled actions are compared by key: actions for different states of a screen may share one.
  static func problems(in actions: [Action]) -> [String] {
    var problems: [String] = []
    var ids: Set<String> = []
    for action in actions {
      if !action.isContinuation, !ids.insert(action.id).inserted {
        problems.append("two actions are called “\(action.id)”")
      }
      for binding in action.keys {
        guard let problem = binding.problem else { continue }
        problems.append("the action “\(action.id)” has a key that does nothing: \(problem)")
      }
    }
    return problems + clashes(among: actions.filter(\.isEnabled).flatMap(\.commands))
  }

  /// Keys that are bound twice, and keys that begin longer ones, which can then never be finished.
  private static func clashes(among commands: [KeyCommand]) -> [String] {
    var problems: [String] = []
    for (index, command) in commands.enumerated() {
      for other in commands[..<index] {
        let names = "“\(other.actionID ?? other.title)” and “\(command.actionID ?? command.title)”"
        if command.input == other.input {
          problems.append("\(command.label) is bound twice, to \(names)")
        } else if command.input.starts(with: other.input) || other.input.starts(with: command.input)
        {
          let short = command.input.count < other.input.count ? command : other
          problems.append("\(short.label) does something and begins other keys: \(names)")
        }
      }
    }
    return problems
  }
}
