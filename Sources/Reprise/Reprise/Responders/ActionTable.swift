/// The actions of an app, and which of them a screen offers together.
///
/// Screens are made on demand, so a running app can't list the actions of other screens. A test
/// visits the screens (``add(screen:of:)``) and stores the ``text`` as a file; the app reads that
/// file (``init(text:)``) to check a user's key bindings and to list the actions.
nonisolated public struct ActionTable: Hashable, Sendable {
  /// An action with its default keys.
  public struct Entry: Hashable, Sendable {
    /// The ``Action/id``.
    public let id: String
    /// The ``Action/title``.
    public let title: String
    /// The keys, the hinted one first.
    public fileprivate(set) var keys: [KeyBinding]
  }

  /// The actions that a screen offers.
  struct Screen: Hashable, Sendable {
    let name: String
    let ids: [String]
  }

  /// The actions, in the order in which screens offer them.
  public private(set) var entries: [Entry] = []

  private(set) var screens: [Screen] = []

  private var places: [String: Int] = [:]
  private var firstScreens: [String: String] = [:]

  /// No actions.
  public init() {}

  /// The action with an id; `nil` if no action has it.
  public subscript(id: String) -> Entry? { places[id].map { entries[$0] } }

  /// The name of the first screen that offers an action, without the state that it is in.
  func screenName(of id: String) -> String? {
    firstScreens[id]?.split(separator: ",").first.map(String.init)
  }

  /// Whether an action edits text, by its id.
  static func isEditing(_ id: String) -> Bool { id.hasPrefix("text.") }

  // MARK: - Looking at screens

  /// Adds what a screen offers.
  ///
  /// - Parameters:
  ///   - name: The name of the screen, for messages.
  ///   - commands: The commands that work there.
  @MainActor mutating func add(screen name: String, offering commands: [KeyCommand]) {
    var ids: [String] = []
    for command in commands {
      guard let id = command.actionID else { continue }
      if !ids.contains(id) { ids.append(id) }
      // A key without a written form is sent as another one by the terminal, as ^H is Backspace.
      let binding = KeyBinding(command.label)
      if places[id] == nil { add(Entry(id: id, title: command.title, keys: [])) }
      guard binding.problem == nil, let place = places[id] else { continue }
      if !entries[place].keys.contains(binding) { entries[place].keys.append(binding) }
    }
    add(Screen(name: name, ids: ids))
  }

  private mutating func add(_ screen: Screen) {
    screens.append(screen)
    for id in screen.ids where firstScreens[id] == nil { firstScreens[id] = screen.name }
  }

  private mutating func add(_ entry: Entry) {
    places[entry.id] = entries.count
    entries.append(entry)
  }

  // MARK: - As text

  /// The table as text: a line for each action, an empty one, a line for each screen.
  ///
  /// Tabs stand between id, title and keys, and between name and ids.
  public var text: String {
    let actions = entries.map { entry in
      ([entry.id, entry.title] + entry.keys.map(\.label)).joined(separator: "\t")
    }
    let screens = screens.map { ([$0.name] + $0.ids).joined(separator: "\t") }
    return (actions + [""] + screens).joined(separator: "\n") + "\n"
  }

  /// Reads what ``text`` wrote.
  public init(text: String) {
    var isOfScreens = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let fields = line.split(separator: "\t").map(String.init)
      if fields.isEmpty {
        isOfScreens = true
      } else if isOfScreens {
        add(Screen(name: fields[0], ids: Array(fields.dropFirst())))
      } else if fields.count > 1 {
        add(Entry(id: fields[0], title: fields[1], keys: fields[2...].map { KeyBinding($0) }))
      }
    }
  }
}

// MARK: - A person's keys

nonisolated extension ActionTable {
  /// Keys that a person gave to an action and that another one of the same screen has, too.
  struct Clash: Hashable {
    let id: String
    let keys: KeyBinding
    let other: String
    let screen: String
    /// Whether one of the two begins with the other.
    let isBeginning: Bool
  }

  /// The first clash of each key that a person gave.
  func clashes(with overrides: [String: [KeyBinding]]) -> [Clash] {
    overrides.keys.sorted().flatMap { id in
      (overrides[id] ?? []).compactMap { clash(of: id, $0, with: overrides) }
    }
  }

  /// The action that has a key already, or one that begins or continues it, on a screen with another action.
  ///
  /// - Parameters:
  ///   - binding: The key that an app wants to give to an action of its own.
  ///   - id: An action of the screens on which it is wanted.
  public func rival(of binding: KeyBinding, onScreensOffering id: String) -> Entry? {
    for screen in screens where screen.ids.contains(id) {
      for other in screen.ids.compactMap({ self[$0] })
      where other.keys.contains(where: { Self.clash($0, binding) }) {
        return other
      }
    }
    return nil
  }

  private func clash(
    of id: String, _ binding: KeyBinding, with overrides: [String: [KeyBinding]]
  ) -> Clash? {
    for screen in screens where screen.ids.contains(id) {
      for other in screen.ids where other != id {
        let own = overrides[other] ?? self[other]?.keys ?? []
        guard let rival = own.first(where: { Self.clash($0, binding) }) else { continue }
        return Clash(
          id: id, keys: binding, other: other, screen: screen.name,
          isBeginning: rival.keys != binding.keys)
      }
    }
    return nil
  }

  private static func clash(_ one: KeyBinding, _ other: KeyBinding) -> Bool {
    !one.keys.isEmpty && !other.keys.isEmpty
      && (one.keys.starts(with: other.keys) || other.keys.starts(with: one.keys))
  }
}
