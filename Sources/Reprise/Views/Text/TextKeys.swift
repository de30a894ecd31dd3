/// The keys that edit text: readline's, and those of other editors.
///
/// The help is made of the same list in which key presses are looked up.
struct TextKeys<Action> {
  /// One key.
  struct Entry {
    var press: KeyPress

    /// What the help says; `nil` for a key that repeats another one.
    var title: String?

    var action: Action
  }

  /// The keys in the order of the help.
  let entries: [Entry]

  private let actions: [KeyPress: Action]

  /// Makes a list; the first of equal keys counts.
  init(_ entries: [Entry]) {
    var actions: [KeyPress: Action] = [:]
    var kept: [Entry] = []
    for entry in entries where actions[entry.press] == nil {
      actions[entry.press] = entry.action
      kept.append(entry)
    }
    self.entries = kept
    self.actions = actions
  }

  subscript(press: KeyPress) -> Action? { actions[press.withControlForAlt] }

  /// A motion and its keys; the first key with Shift selects.
  static func motion(
    _ presses: [KeyPress], _ title: String?, _ action: (_ selecting: Bool) -> Action
  ) -> [Entry] {
    var entries = change(presses, title, action(false))
    if let press = presses.first {
      let shifted = KeyPress(press.key, press.modifiers.union(.shift))
      let title = title.map { "Select \($0.lowercased())" }
      entries.append(Entry(press: shifted, title: title, action: action(true)))
    }
    return entries
  }

  /// A change and its keys.
  static func change(_ presses: [KeyPress], _ title: String?, _ action: Action) -> [Entry] {
    presses.map { Entry(press: $0, title: title, action: action) }
  }

  /// The commands to show in the help.
  func commands(
    where isOffered: (Action) -> Bool = { _ in true }, perform: @escaping (Action) -> Void
  ) -> [KeyCommand] {
    entries.compactMap { entry in
      guard let title = entry.title, isOffered(entry.action) else { return nil }
      return KeyCommand(entry.press, title: title) { perform(entry.action) }
    }
  }
}

extension KeyPress {
  /// The key with Control in place of Alt, unless it is a character: terminals differ in which of the
  /// two they send with arrows.
  fileprivate var withControlForAlt: KeyPress {
    if case .character = key { return self }
    guard modifiers.contains(.alt) else { return self }
    return KeyPress(key, modifiers.subtracting(.alt).union(.control))
  }
}
