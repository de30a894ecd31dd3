/// A place in the program and the kind of change to make there.
struct Site: Codable, Hashable, Sendable {
  /// The kind of change.
  enum Kind: String, Codable, CaseIterable {
    case negate = "negate the condition"
    case boundary = "move the boundary"
    case arithmetic = "swap plus and minus"
    case delete = "leave the statement out"
    case flip = "flip the truth value"
    case increment = "add one to the number"
    case extreme = "swap smallest and largest"
  }

  /// The number that activates the change; from 1.
  let id: Int

  /// The path from the root of the package.
  let file: String

  /// Its first line, from 1.
  let line: Int

  /// The enclosing function with its types: `Window.settle`.
  let function: String

  let kind: Kind

  /// The source text on one line.
  let text: String

  /// The target that the file belongs to.
  var module: String { String(file.split(separator: "/")[2]) }

  /// The number of identical sites before it in the function.
  let twins: Int

  /// An identity that survives edits above it.
  var name: String { "\(file) \(function): \(kind.rawValue): \(text) \(twins)" }

  /// The description for a person.
  var description: String { "\(file):\(line) \(function): \(kind.rawValue): \(text)" }
}
