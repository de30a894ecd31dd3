/// What an action means for what is shown, whatever it is shown as.
nonisolated public enum ActionRole: Hashable, Sendable {
  /// Nothing in particular.
  case normal
  /// Leaves everything as it is; the safe answer of an alert.
  case cancel
  /// Destroys something.
  case destructive
  /// What a person most likely wants.
  case primary
}

/// Something that a person can do, under a name that never changes.
///
/// Offer them in ``Responder/actions``. Keys, the line of hints, the help and the buttons of an alert
/// are made from the same list, so what works is what is shown.
///
/// ```swift
/// override var actions: [Action] {
///   [Action("note.save", "Save", "^S", enabled: { [unowned self] in !name.isEmpty }) {
///      [unowned self] in save()
///    },
///    .cancel { [unowned self] in dismiss() }]
/// }
/// ```
///
/// The ``id`` is what ``Application/keyOverrides`` and a person's configuration name: give it once and
/// never change it, whatever becomes of the title and the keys. Actions that are offered at every key
/// are best made once, in a lazy property.
public final class Action {
  /// The name that never changes, such as `note.save`; unique on a screen.
  public let id: String

  /// What the action does, in a word or two.
  public let title: String

  /// The keys for it, the one to show first.
  public let keys: [KeyBinding]

  /// What the action means.
  public let role: ActionRole

  /// Whether the line of hints names the action, with its first key.
  public let isHinted: Bool

  /// Whether the line of hints keeps the action where there is no room for all, such as the way back.
  public let isEssential: Bool

  /// Whether these are further keys of an action that stands before it; see ``also(_:)``.
  let isContinuation: Bool

  private let enabled: (() -> Bool)?
  private let body: () -> Void

  /// The action as the keys that do it.
  let commands: [KeyCommand]

  /// Makes an action.
  ///
  /// - Parameters:
  ///   - id: The name that never changes.
  ///   - title: What it does, in a word or two.
  ///   - keys: The keys for it; none where it is a button's only. Written wrongly, they are reported
  ///     and bind nothing.
  ///   - role: What it means.
  ///   - isHinted: Whether the line of hints names it.
  ///   - enabled: Whether it can be done now, asked when keys are looked up and hints are made; always,
  ///     if `nil`. An action that cannot be done is not offered.
  ///   - perform: Does it.
  public convenience init(
    _ id: String, _ title: String, _ keys: KeyBinding..., role: ActionRole = .normal,
    isHinted: Bool = true, enabled: (() -> Bool)? = nil, perform: @escaping () -> Void
  ) {
    self.init(
      id, title, keys: keys, role: role, isHinted: isHinted, enabled: enabled, perform: perform)
  }

  /// Makes an action whose keys are a list.
  ///
  /// - Parameters:
  ///   - id: The name that never changes.
  ///   - title: What it does, in a word or two.
  ///   - keys: The keys for it.
  ///   - role: What it means.
  ///   - isHinted: Whether the line of hints names it.
  ///   - isEssential: Whether the line of hints keeps it where there is no room for all.
  ///   - enabled: Whether it can be done now; always, if `nil`.
  ///   - perform: Does it.
  public init(
    _ id: String, _ title: String, keys: [KeyBinding], role: ActionRole = .normal,
    isHinted: Bool = true, isEssential: Bool = false, enabled: (() -> Bool)? = nil,
    perform: @escaping () -> Void
  ) {
    (self.id, self.title, self.keys, self.role) = (id, title, keys, role)
    (self.isHinted, self.isEssential, isContinuation) = (isHinted, isEssential, false)
    (self.enabled, body) = (enabled, perform)
    commands = Self.commands(
      id: id, title: title, keys: keys, isHinted: isHinted, isEssential: isEssential,
      enabled: enabled, perform: perform)
  }

  /// Makes an action of an object, which it does not keep alive: once that is gone, nothing is done.
  ///
  /// ```swift
  /// Action("list.new", "New", "n", for: self) { $0.presentForm() }
  /// ```
  public convenience init<Owner: AnyObject>(
    _ id: String, _ title: String, _ keys: KeyBinding..., role: ActionRole = .normal,
    isHinted: Bool = true, for owner: Owner, enabled: ((Owner) -> Bool)? = nil,
    perform: @escaping (Owner) -> Void
  ) {
    self.init(
      id, title, keys: keys, role: role, isHinted: isHinted,
      enabled: enabled.map { enabled in { [weak owner] in owner.map(enabled) ?? false } }
    ) { [weak owner] in
      if let owner { perform(owner) }
    }
  }

  private init(
    _ action: Action, keys: [KeyBinding], isHinted: Bool, isEssential: Bool, isContinuation: Bool
  ) {
    (id, title, role) = (action.id, action.title, action.role)
    (self.keys, self.isHinted) = (keys, isHinted)
    (self.isEssential, self.isContinuation) = (isEssential, isContinuation)
    (enabled, body) = (action.enabled, action.body)
    commands = Self.commands(
      id: id, title: title, keys: keys, isHinted: isHinted, isEssential: isEssential,
      enabled: enabled, perform: body)
  }

  /// Closes or leaves without doing anything: `Esc` and `^C`, under the id `cancel`.
  public static func cancel(
    _ title: String = "Cancel", perform: @escaping () -> Void = {}
  ) -> Action {
    Action("cancel", title, "Esc", "^C", role: .cancel, perform: perform)
  }

  /// Finishes what the screen is for: `Enter`, under the id `done`.
  public static func done(
    _ title: String = "Done", enabled: (() -> Bool)? = nil, perform: @escaping () -> Void
  ) -> Action {
    Action("done", title, "Enter", role: .primary, enabled: enabled, perform: perform)
  }

  /// The same action, kept in the line of hints where there is no room for all.
  public func essential() -> Action {
    Action(
      self, keys: keys, isHinted: isHinted, isEssential: true, isContinuation: isContinuation)
  }

  /// More keys for the same action, to stand further down in the list, and so in the help.
  ///
  /// A key that a person gives to the action takes their place, too.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - isHinted: Whether the line of hints names the first of them where somebody nearer to the focus
  ///     takes those that stand before, as a text does with letters.
  public func also(_ keys: KeyBinding..., isHinted: Bool = false) -> Action {
    Action(
      self, keys: keys, isHinted: isHinted, isEssential: isHinted && isEssential,
      isContinuation: true)
  }

  /// Whether the action can be done now.
  public var isEnabled: Bool { enabled?() ?? true }

  /// Does it, if it can be done now.
  public func perform() {
    if isEnabled { body() }
  }

  private static func commands(
    id: String, title: String, keys: [KeyBinding], isHinted: Bool, isEssential: Bool,
    enabled: (() -> Bool)?, perform: @escaping () -> Void
  ) -> [KeyCommand] {
    // A help that was opened before may run it when it can no longer be done.
    let action = enabled.map { enabled in { if enabled() { perform() } } } ?? perform
    var commands: [KeyCommand] = []
    for binding in keys where binding.problem == nil {
      var command = KeyCommand(
        binding.keys, title: title, isHinted: isHinted && commands.isEmpty, action: action)
      command.isEssential = isEssential && commands.isEmpty
      command.actionID = id
      commands.append(command)
    }
    return commands
  }
}
