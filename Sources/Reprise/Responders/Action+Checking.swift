extension Action {
  /// What is wrong with the actions of one screen, each in a line.
  ///
  /// Keys are compared among those that can be done now: actions of different states of a screen may
  /// share one.
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

  /// Keys that are bound twice, or begin others, which can then never be finished.
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
