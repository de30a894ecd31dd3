/// A place where the program can be changed, and how.
struct Site: Codable, Hashable, Sendable {
  /// What is changed.
  enum Kind: String, Codable, CaseIterable {
    case negate = "negate the condition"
    case boundary = "move the boundary"
    case arithmetic = "swap plus and minus"
    case delete = "leave the statement out"
    case flip = "flip the truth value"
    case increment = "add one to the number"
    case extreme = "swap smallest and largest"
  }

  /// The number that switches the change on; from 1.
  let id: Int

  /// The path from the root of the package.
  let file: String

  /// Where it begins, from 1.
  let line: Int

  /// The function it is in, with its types: `Window.settle`.
  let function: String

  let kind: Kind

  /// What stands there, on one line.
  let text: String

  /// The target that the file belongs to.
  var module: String { String(file.split(separator: "/")[1]) }

  /// How many like it stand above it in the function.
  let twins: Int

  /// What stays the same when lines are added above it.
  var name: String { "\(file) \(function): \(kind.rawValue): \(text) \(twins)" }

  /// How a person finds it.
  var description: String { "\(file):\(line) \(function): \(kind.rawValue): \(text)" }
}
