/// A key, or a sequence of keys, that does something.
///
/// Help and hints are made of these, so every working key is shown. Screens offer ``Action``s, from
/// which the commands are made; make a command directly only for a key that must not be overridden.
public struct KeyCommand {
  /// Shared by copies, since commands are copied by the dozen at every key.
  private final class Storage {
    var actionID: String?
    var input: [KeyPress]
    var title: String
    var isHinted: Bool
    var isEssential: Bool
    var isDestructive = false
    var asksBeforeDismissing = false
    var action: () -> Void

    init(
      _ actionID: String?, _ input: [KeyPress], _ title: String, _ isHinted: Bool,
      _ isEssential: Bool, _ action: @escaping () -> Void
    ) {
      (self.actionID, self.input, self.title) = (actionID, input, title)
      (self.isHinted, self.isEssential, self.action) = (isHinted, isEssential, action)
    }

    func copy() -> Storage {
      let copy = Storage(actionID, input, title, isHinted, isEssential, action)
      copy.isDestructive = isDestructive
      copy.asksBeforeDismissing = asksBeforeDismissing
      return copy
    }
  }

  private var storage: Storage

  /// The storage to write to: copied first if it is shared.
  private var own: Storage {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
      return storage
    }
  }

  /// The ``Action/id`` of the action of this key, if it belongs to one.
  public internal(set) var actionID: String? {
    get { storage.actionID }
    set { own.actionID = newValue }
  }

  /// The keys, in the order in which they are pressed.
  public var input: [KeyPress] {
    get { storage.input }
    set { own.input = newValue }
  }

  /// The title of the command, in a word or two.
  public var title: String {
    get { storage.title }
    set { own.title = newValue }
  }

  /// Whether the line of hints names the command.
  public var isHinted: Bool {
    get { storage.isHinted }
    set { own.isHinted = newValue }
  }

  /// Whether the line of hints keeps the command when it has no room for all, such as the way back.
  public var isEssential: Bool {
    get { storage.isEssential }
    set { own.isEssential = newValue }
  }

  /// Whether the keys are ignored right after an Esc that closed something; see ``Action/isDestructive``.
  public var isDestructive: Bool {
    get { storage.isDestructive }
    set { own.isDestructive = newValue }
  }

  /// Whether a screen that the command dismisses is asked first, by ``ViewController/shouldDismiss()``.
  var asksBeforeDismissing: Bool {
    get { storage.asksBeforeDismissing }
    set { own.asksBeforeDismissing = newValue }
  }

  /// The closure that the command runs.
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

  /// Makes a command for a sequence of keys.
  public init(
    _ input: [KeyPress], title: String, isHinted: Bool = false, action: @escaping () -> Void
  ) {
    storage = Storage(nil, input, title, isHinted, false, action)
  }

  /// The keys as a person writes them: `g g`, `^S`, `Enter`.
  public var label: String { KeyPress.label(of: input) }

  // MARK: - Overrides

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
