/// The role of an action, which decides how it looks and which answer of an alert is safe.
nonisolated public enum ActionRole: Hashable, Sendable {
  /// An ordinary action.
  case normal
  /// Changes nothing: the safe answer of an alert.
  case cancel
  /// Destroys something: see ``Action/isDestructive``.
  case destructive
  /// The action that the user most likely wants.
  case primary
}

/// Something that a person can do, under an id that never changes.
///
/// Offer them in ``Responder/actions``. Keys, the line of hints, the help and the buttons of an alert
/// are made from the same list, so the keys shown are the keys that work.
///
/// ```swift
/// override var actions: [Action] { [saveAction, cancelAction] }
///
/// private lazy var saveAction = Action(
///   "note.save", "Save", "^S", for: self, enabled: { !$0.name.isEmpty }
/// ) { $0.save() }
///
/// private lazy var cancelAction = Action.cancel { [weak self] in self?.dismiss() }
/// ```
///
/// ``Application/keyOverrides`` and the user's configuration refer to the ``id``: never change it, even if title
/// and keys change. Make actions once, in a lazy property, since the list is read for every key.
public final class Action {
  /// The id that never changes, such as `note.save`; unique on a screen.
  public let id: String

  /// The title of the action, in a word or two.
  public let title: String

  /// The keys for it; hints show the first.
  public let keys: [KeyBinding]

  /// The kind of action.
  public let role: ActionRole

  /// Whether the action destroys something, according to its ``role``.
  ///
  /// For 300 ms after an Esc that closed something, the window ignores its keys and shows a line such as
  /// “D ignored; press it again to discard draft”. Over a slow line, a key such as Left may arrive in
  /// pieces: first Esc, then a letter. The second press works at once. Buttons, clicks and ``perform()``
  /// always work.
  ///
  /// ```swift
  /// Action("draft.discard", "Discard draft", "D", role: .destructive, for: self) { $0.discard() }
  /// ```
  public var isDestructive: Bool { role == .destructive }

  /// Whether the line of hints names the action, with its first key.
  public let isHinted: Bool

  /// Whether the line of hints keeps the action when it has no room for all, such as the way back.
  public let isEssential: Bool

  /// Whether this adds keys to an action earlier in the list; see ``also(_:isHinted:)``.
  private let isContinuation: Bool

  /// Why the action is unavailable while it is disabled, for the palette; `nil` if that is not stated.
  public private(set) var unavailableReason: String?

  private var enabled: (() -> Bool)?
  private var body: () -> Void

  /// The key commands made of the action, before ``looks`` changes them.
  private var made: [KeyCommand]

  /// The title and hint, if they can change.
  private let looks: ActionLooks

  /// The key commands made of the action, with the title and the hint that they have now.
  var commands: [KeyCommand] { looks.applied(to: made) }

  /// Makes an action.
  ///
  /// - Parameters:
  ///   - id: The id that never changes.
  ///   - title: The title, in a word or two.
  ///   - keys: The keys for it; empty for an action that only a button performs. A malformed key is
  ///     reported and ignored.
  ///   - role: The kind of action.
  ///   - isHinted: Whether the hint line shows it.
  ///   - enabled: Whether it is available now; `nil` for always. Evaluated whenever keys are looked
  ///     up or hints are made. A disabled action is not offered.
  ///   - perform: Performs the action.
  public convenience init(
    _ id: String, _ title: String, _ keys: KeyBinding..., role: ActionRole = .normal,
    isHinted: Bool = true, enabled: (() -> Bool)? = nil, perform: @escaping () -> Void
  ) {
    self.init(
      id, title, keys: keys, role: role, isHinted: isHinted, enabled: enabled, perform: perform)
  }

  /// Makes an action from a list of keys.
  ///
  /// - Parameters:
  ///   - id: The id that never changes.
  ///   - title: The title, in a word or two.
  ///   - keys: The keys for it.
  ///   - role: The kind of action.
  ///   - isHinted: Whether the hint line shows it.
  ///   - isEssential: Whether the hint line keeps it when it has no room for all.
  ///   - enabled: Whether it is available now; `nil` for always.
  ///   - perform: Performs the action.
  public init(
    _ id: String, _ title: String, keys: [KeyBinding], role: ActionRole = .normal,
    isHinted: Bool = true, isEssential: Bool = false, enabled: (() -> Bool)? = nil,
    perform: @escaping () -> Void
  ) {
    (self.id, self.title, self.keys, self.role) = (id, title, keys, role)
    (self.isHinted, self.isEssential, isContinuation) = (isHinted, isEssential, false)
    (self.enabled, body, looks) = (enabled, perform, ActionLooks())
    made = Self.commands(
      id: id, title: title, keys: keys, role: role, isHinted: isHinted, isEssential: isEssential,
      enabled: enabled, perform: perform)
  }

  /// Makes an action of an object that it does not keep alive: once the object is gone, it does
  /// nothing.
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
    _ action: Action, keys: [KeyBinding], isHinted: Bool, isEssential: Bool, isContinuation: Bool,
    looks: ActionLooks? = nil
  ) {
    (id, title, role) = (action.id, action.title, action.role)
    (self.keys, self.isHinted) = (keys, isHinted)
    (self.isEssential, self.isContinuation) = (isEssential, isContinuation)
    (enabled, body) = (action.enabled, action.body)
    unavailableReason = action.unavailableReason
    self.looks = looks ?? ActionLooks(of: action.looks)
    made = Self.commands(
      id: id, title: title, keys: keys, role: role, isHinted: isHinted, isEssential: isEssential,
      enabled: enabled, perform: body)
  }

  /// Closes or leaves without changing anything: `Esc` and `^C`, under the id `cancel`.
  ///
  /// As with every action of this role, a presented screen that it dismisses is asked first: see
  /// ``ViewController/shouldDismiss()``.
  public static func cancel(
    _ title: String = "Cancel", perform: @escaping () -> Void = {}
  ) -> Action {
    Action("cancel", title, "Esc", "^C", role: .cancel, perform: perform)
  }

  /// Whether a screen that the action dismisses is asked first.
  var asksBeforeDismissing: Bool { role == .cancel }

  /// Completes the screen's task: `Enter`, under the id `done`.
  public static func done(
    _ title: String = "Done", enabled: (() -> Bool)? = nil, perform: @escaping () -> Void
  ) -> Action {
    Action("done", title, "Enter", role: .primary, enabled: enabled, perform: perform)
  }

  /// The same action, which the line of hints keeps when it has no room for all.
  public func essential() -> Action {
    Action(
      self, keys: keys, isHinted: isHinted, isEssential: true, isContinuation: isContinuation)
  }

  /// The same action, which the hint line shows only while a condition holds.
  ///
  /// ```swift
  /// Action("item.attach", "Add files", "P", for: self) { $0.attach() }
  ///   .hinted(for: self) { !$0.hasAttachments }
  /// ```
  ///
  /// The condition is asked for at every key, as `enabled` is.
  public func hinted<Owner: AnyObject>(
    for owner: Owner, while condition: @escaping (Owner) -> Bool
  ) -> Action {
    let looks = ActionLooks(of: looks)
    looks.isHinted = { [weak owner] in owner.map(condition) ?? false }
    return Action(
      self, keys: keys, isHinted: isHinted, isEssential: isEssential,
      isContinuation: isContinuation, looks: looks)
  }

  /// The same action with a title that names its current subject in hints and help, such as `Trash 2`.
  ///
  /// The closure is called for every key, like `enabled`. Elsewhere the action keeps its ``title``.
  public func titled<Owner: AnyObject>(
    for owner: Owner, _ text: @escaping (Owner) -> String
  ) -> Action {
    let looks = ActionLooks(of: looks)
    looks.title = { [weak owner] in owner.map(text) }
    return Action(
      self, keys: keys, isHinted: isHinted, isEssential: isEssential,
      isContinuation: isContinuation, looks: looks)
  }

  /// The same action, for which the palette states a reason while it is disabled.
  ///
  /// ```swift
  /// Action("list.archive", "Archive", "s a", for: self, enabled: { $0.hasSelection }) {
  ///   $0.archive()
  /// }
  /// .unavailable("select an item")
  /// ```
  ///
  /// - Parameter reason: What to do first, or why it can't be done: a few words without a period.
  public func unavailable(_ reason: String) -> Action {
    let action = Action(
      self, keys: keys, isHinted: isHinted, isEssential: isEssential,
      isContinuation: isContinuation)
    action.unavailableReason = reason
    return action
  }

  /// More keys for the same action, listed further down, also in the help.
  ///
  /// An override of the action replaces these keys, too.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - isHinted: Whether hints name the first of these keys when a responder nearer to the focus
  ///     takes the earlier ones, as a text field takes letters.
  public func also(_ keys: KeyBinding..., isHinted: Bool = false) -> Action {
    Action(
      self, keys: keys, isHinted: isHinted, isEssential: isHinted && isEssential,
      isContinuation: true)
  }

  /// Releases everything that the action was created with; from then on, the action does nothing.
  func dropClosures() {
    (enabled, body, made) = (nil, {}, [])
    looks.dropClosures()
  }

  /// The title at the moment; see ``titled(for:_:)``.
  var currentTitle: String { looks.title?() ?? title }

  /// Whether the action can be done now.
  public var isEnabled: Bool { enabled?() ?? true }

  /// Does it, if it is enabled.
  public func perform() {
    if isEnabled { body() }
  }

  private static func commands(
    id: String, title: String, keys: [KeyBinding], role: ActionRole, isHinted: Bool,
    isEssential: Bool, enabled: (() -> Bool)?, perform: @escaping () -> Void
  ) -> [KeyCommand] {
    // A help that was opened earlier may run it when it is disabled by now.
    let action = enabled.map { enabled in { if enabled() { perform() } } } ?? perform
    var commands: [KeyCommand] = []
    for binding in keys where binding.problem == nil {
      var command = KeyCommand(
        binding.keys, title: title, isHinted: isHinted && commands.isEmpty, action: action)
      command.isEssential = isEssential && commands.isEmpty
      command.actionID = id
      command.isDestructive = role == .destructive
      command.asksBeforeDismissing = role == .cancel
      commands.append(command)
    }
    return commands
  }

  // MARK: - Checking

  /// The problems with the actions of one screen, a line each.
  ///
  /// Only enabled actions are compared by key: actions for different states of a screen may share one.
  static func problems(in actions: [Action]) -> [String] {
    var problems: [String] = []
    var ids: Set<String> = []
    for action in actions {
      if !action.isContinuation, !ids.insert(action.id).inserted {
        problems.append("two actions are named “\(action.id)”")
      }
      for binding in action.keys {
        guard let problem = binding.problem else { continue }
        problems.append("a key of the action “\(action.id)” does nothing: \(problem)")
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
          problems.append("\(short.label) is a key and begins other keys: \(names)")
        }
      }
    }
    return problems
  }
}

/// Title and hint of an action that depend on its current subject.
final class ActionLooks {
  /// The current title; `nil` for the action's own.
  var title: (() -> String?)?

  /// Whether the line of hints names the action at the moment.
  var isHinted: (() -> Bool)?

  /// The commands made last: most keys change neither title nor hint.
  private var last: (title: String?, isHinted: Bool?, commands: [KeyCommand])?

  /// Changes nothing.
  init() {}

  /// Changes what another one changes.
  init(of other: ActionLooks) { (title, isHinted) = (other.title, other.isHinted) }

  /// Changes nothing from now on.
  func dropClosures() { (title, isHinted, last) = (nil, nil, nil) }

  /// The current commands of an action.
  func applied(to commands: [KeyCommand]) -> [KeyCommand] {
    if title == nil, isHinted == nil { return commands }
    let (title, isHinted) = (title?(), isHinted?())
    if let last, last.title == title, last.isHinted == isHinted { return last.commands }
    var shown = commands
    for index in shown.indices {
      if let title { shown[index].title = title }
      if isHinted == false { shown[index].isHinted = false }
    }
    last = (title, isHinted, shown)
    return shown
  }
}
