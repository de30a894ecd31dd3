/// Collects the actions of a screen and of everything around it.
struct ActionCatalog {
  /// The actions that work now, grouped; the screen's own come first.
  private(set) var available: [PaletteEntry] = []

  /// The actions that are disabled at the moment.
  private(set) var unavailable: [PaletteEntry] = []

  /// The position of a group in the list.
  private enum Rank: Int {
    case screen, focus, around, everywhere, text
  }

  private var ranks: [String: Rank] = [:]
  private var places: [String: Int] = [:]
  private let overrides: [String: [KeyBinding]]

  /// Collects the actions of a screen in a window.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - window: Its window.
  ///   - overrides: The keys that the person gave to actions.
  init(of screen: ViewController, in window: Window, with overrides: [String: [KeyBinding]]) {
    self.overrides = overrides
    var disabled: [(Action, Responder)] = []
    window.offers(of: screen).forEachResponder { responder, commands in
      for command in commands { add(command, of: responder) }
      for action in responder.actions + responder.userActions {
        if action.isEnabled {
          add(keyless: action, of: responder)
        } else {
          disabled.append((action, responder))
        }
      }
    }
    for (action, responder) in disabled { add(unavailable: action, of: responder) }
    for command in window.editingKeyCommands(of: screen) {
      add(command, in: Self.textGroup, .text)
    }
    let order = ranks
    available = Self.grouped(available) { order[$0]?.rawValue ?? 0 }
  }

  private static let textGroup = "Text"

  // MARK: - Collecting

  /// Adds an action by one of its keys; more keys of the same action join its entry.
  private mutating func add(_ command: KeyCommand, of responder: Responder) {
    let (group, rank) = Self.group(of: responder)
    add(command, in: group, rank)
  }

  private mutating func add(_ command: KeyCommand, in group: String, _ rank: Rank) {
    let id = command.actionID ?? "\(command.label) \(command.title)"
    if let place = places[id] { return available[place].keys.append(command.label) }
    var entry = PaletteEntry(
      id: id, title: command.title, keys: [command.label], group: group, perform: command.action)
    entry.asksBeforeDismissing = command.asksBeforeDismissing
    add(entry, rank)
  }

  /// Adds an action that has no key, or whose keys a nearer responder takes.
  private mutating func add(keyless action: Action, of responder: Responder) {
    guard places[action.id] == nil else { return }
    let (group, rank) = Self.group(of: responder)
    var entry = PaletteEntry(
      id: action.id, title: action.currentTitle, keys: [], group: group, perform: action.perform)
    entry.asksBeforeDismissing = action.asksBeforeDismissing
    add(entry, rank)
  }

  private mutating func add(_ entry: PaletteEntry, _ rank: Rank) {
    places[entry.id] = available.count
    available.append(entry)
    if ranks[entry.group] == nil { ranks[entry.group] = rank }
  }

  private mutating func add(unavailable action: Action, of responder: Responder) {
    // A way out of a state that the screen isn't in is no action to wish for.
    guard action.role != .cancel, places[action.id] == nil,
      !unavailable.contains(where: { $0.id == action.id })
    else { return }
    let keys = overrides[action.id] ?? action.keys
    var entry = PaletteEntry(
      id: action.id, title: action.currentTitle,
      keys: keys.filter { $0.problem == nil }.map(\.label), group: Self.group(of: responder).name,
      perform: nil)
    entry.reason = action.unavailableReason ?? "not now"
    unavailable.append(entry)
  }

  // MARK: - Groups

  private static func group(of responder: Responder) -> (name: String, rank: Rank) {
    let heading = responder.actionsHeading
    if responder is Window { return (heading.isEmpty ? "Everywhere" : heading, .everywhere) }
    if responder.isAroundScreens { return (heading.isEmpty ? "Go to" : heading, .around) }
    if responder is ViewController {
      return (heading.isEmpty ? "This screen" : heading, .screen)
    }
    return (heading.isEmpty ? "Focus" : heading, .focus)
  }

  /// The entries with those of one group together: the groups by rank, otherwise in their order.
  private static func grouped(
    _ entries: [PaletteEntry], by rank: (String) -> Int
  ) -> [PaletteEntry] {
    var groups: [String] = []
    for entry in entries where !groups.contains(entry.group) { groups.append(entry.group) }
    let ordered = groups.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    return ordered.flatMap { group in entries.filter { $0.group == group.element } }
  }

  // MARK: - Other screens

  /// The actions of other screens: what they are called, their keys, and where they work.
  ///
  /// Left out are keys that move, and ways out of a screen.
  func elsewhere(in table: ActionTable) -> [PaletteEntry] {
    let known = Set((available + unavailable).map(\.id))
    return table.entries.compactMap { action in
      let isWayOut = action.keys.contains { $0.label == "Esc" }
      guard !known.contains(action.id), !isWayOut, !ActionTable.isMovement(action.id),
        let screen = table.screenName(of: action.id)
      else { return nil }
      let keys = overrides[action.id] ?? action.keys
      var entry = PaletteEntry(
        id: action.id, title: action.title, keys: keys.map(\.label), group: "", perform: nil)
      entry.reason = "in: \(screen)"
      return entry
    }
  }
}

nonisolated extension ActionTable {
  /// Whether an action only moves within a list or a text, by its id.
  fileprivate static func isMovement(_ id: String) -> Bool {
    ["table.", "text.", "picker.", "picture."].contains { id.hasPrefix($0) }
  }
}
