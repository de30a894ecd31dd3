/// A key, or keys one after the other, that do something.
///
/// Help screens and the line of hints are made from these, so a key that works is a key that is
/// shown. Screens offer ``Action``s, from which these come; make one yourself only for a key that no
/// person should be able to give to something else.
public struct KeyCommand {
  /// The ``Action/id`` of the action that this is a key of; `nil` where it is none.
  public internal(set) var actionID: String?

  /// The keys, in the order in which they are pressed.
  public var input: [KeyPress]

  /// What the command does, in a word or two.
  public var title: String

  /// Whether the line of hints names the command.
  public var isHinted: Bool

  /// Whether the line of hints keeps the command where there is no room for all, such as the way back.
  public var isEssential = false

  /// What the command does.
  public var action: () -> Void

  /// Makes a command for a single key.
  public init(
    _ input: KeyPress, title: String, isHinted: Bool = false, action: @escaping () -> Void
  ) {
    self.init([input], title: title, isHinted: isHinted, action: action)
  }

  /// Makes a command for a character.
  public init(
    _ input: Character, title: String, isHinted: Bool = false, action: @escaping () -> Void
  ) {
    self.init([.character(input)], title: title, isHinted: isHinted, action: action)
  }

  /// Makes a command for keys pressed one after the other.
  public init(
    _ input: [KeyPress], title: String, isHinted: Bool = false, action: @escaping () -> Void
  ) {
    self.input = input
    self.title = title
    self.isHinted = isHinted
    self.action = action
  }

  /// The same command, kept in the line of hints where there is no room for all.
  public func essential() -> KeyCommand {
    var command = self
    command.isEssential = true
    return command
  }

  /// The keys as a person writes them: `g g`, `^S`, `Enter`.
  public var label: String { KeyPress.label(of: input) }
}
