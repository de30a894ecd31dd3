/// A key, or keys one after the other, that do something.
///
/// Help screens and the line of hints are made from these, so a key that works is a key that is
/// shown. Screens offer ``Action``s, from which these come; make one yourself only for a key that no
/// person should be able to give to something else.
public struct KeyCommand {
  /// Shared by copies: commands are copied by the dozen at every key.
  private final class Storage {
    var actionID: String?
    var input: [KeyPress]
    var title: String
    var isHinted: Bool
    var isEssential: Bool
    var action: () -> Void

    init(
      _ actionID: String?, _ input: [KeyPress], _ title: String, _ isHinted: Bool,
      _ isEssential: Bool, _ action: @escaping () -> Void
    ) {
      (self.actionID, self.input, self.title) = (actionID, input, title)
      (self.isHinted, self.isEssential, self.action) = (isHinted, isEssential, action)
    }

    func copy() -> Storage { Storage(actionID, input, title, isHinted, isEssential, action) }
  }

  private var storage: Storage

  /// What is written to; a copy of its own, if others share it.
  private var own: Storage {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
      return storage
    }
  }

  /// The ``Action/id`` of the action that this is a key of; `nil` where it is none.
  public internal(set) var actionID: String? {
    get { storage.actionID }
    set { own.actionID = newValue }
  }

  /// The keys, in the order in which they are pressed.
  public var input: [KeyPress] {
    get { storage.input }
    set { own.input = newValue }
  }

  /// What the command does, in a word or two.
  public var title: String {
    get { storage.title }
    set { own.title = newValue }
  }

  /// Whether the line of hints names the command.
  public var isHinted: Bool {
    get { storage.isHinted }
    set { own.isHinted = newValue }
  }

  /// Whether the line of hints keeps the command where there is no room for all, such as the way back.
  public var isEssential: Bool {
    get { storage.isEssential }
    set { own.isEssential = newValue }
  }

  /// What the command does.
  public var action: () -> Void {
    get { storage.action }
    set { own.action = newValue }
  }

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
    storage = Storage(nil, input, title, isHinted, false, action)
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
