/// The actions that edit text, and their keys: readline's, other editors', or the user's.
///
/// One table serves key presses, the help and overrides. It is made once for all texts of a kind,
/// and again when the user overrides keys: a press costs a look-up and makes no ``Action``.
final class EditingKeys<Effect> {
  /// One key, or several pressed one after the other.
  struct Entry {
    /// The id of the action, which never changes.
    let id: String

    /// The title in the help.
    let title: String

    var keys: [KeyPress]

    let effect: Effect

    /// Whether the help lists the keys; not if they repeat others.
    var isListed = true
  }

  /// The keys in the order of the help.
  let entries: [Entry]

  /// The problems with the user's keys, a line each.
  let problems: [String]

  private let effects: [[KeyPress]: Effect]

  /// The effects of single keys, which are most of them.
  private let effectsOfKeys: [KeyPress: Effect]

  /// The keys with which longer ones begin.
  private let beginnings: Set<[KeyPress]>

  /// Makes a table; of equal keys the first count.
  convenience init(_ entries: [Entry]) { self.init(entries, problems: []) }

  private init(_ entries: [Entry], problems: [String]) {
    var effects: [[KeyPress]: Effect] = [:]
    var effectsOfKeys: [KeyPress: Effect] = [:]
    var beginnings: Set<[KeyPress]> = []
    var kept: [Entry] = []
    for entry in entries where effects[entry.keys] == nil {
      effects[entry.keys] = entry.effect
      if entry.keys.count == 1 { effectsOfKeys[entry.keys[0]] = entry.effect }
      for length in 1..<entry.keys.count { beginnings.insert(Array(entry.keys.prefix(length))) }
      kept.append(entry)
    }
    (self.entries, self.problems) = (kept, problems)
    (self.effects, self.effectsOfKeys, self.beginnings) = (effects, effectsOfKeys, beginnings)
  }

  /// The effect of a key.
  subscript(press: KeyPress) -> Effect? {
    effectsOfKeys[press] ?? effectsOfKeys[press.withControlForAlt]
  }

  /// The effect of a key sequence.
  subscript(keys: [KeyPress]) -> Effect? { effects[keys] }

  /// Whether keys begin longer ones.
  func isBeginning(_ keys: [KeyPress]) -> Bool {
    !beginnings.isEmpty && beginnings.contains(keys)
  }

  /// Whether a key does something or begins longer keys.
  func takes(_ press: KeyPress) -> Bool { self[press] != nil || isBeginning([press]) }

  /// The actions for the help, made on each call.
  func actions(
    where isOffered: (Effect) -> Bool = { _ in true }, perform: @escaping (Effect) -> Void
  ) -> [Action] {
    let offered = entries.filter { $0.isListed && isOffered($0.effect) }
    var ids: Set<String> = []
    return offered.filter { ids.insert($0.id).inserted }.map { first in
      let keys = offered.filter { $0.id == first.id }.map { KeyBinding(keys: $0.keys) }
      return Action(first.id, first.title, keys: keys, isHinted: false) { perform(first.effect) }
    }
  }
}

// MARK: - A person's keys

extension EditingKeys {
  /// The table with the user's own keys for its actions; unchanged without any.
  ///
  /// They take the place of all keys of the action, and are taken from any other action here. A key
  /// that types stays typing.
  func with(_ overrides: [String: [KeyBinding]]) -> EditingKeys {
    guard entries.contains(where: { overrides[$0.id] != nil }) else { return self }
    var problems: [String] = []
    var own: [String: [[KeyPress]]] = [:]
    for entry in entries where own[entry.id] == nil {
      guard let bindings = overrides[entry.id] else { continue }
      let keys = bindings.filter { $0.problem == nil }.map(\.keys)
      for typed in keys where typed[0].typed != nil {
        problems.append(
          "the keys for the action “\(entry.id)” do nothing: "
            + "“\(typed[0].label)” is typed into the text")
      }
      own[entry.id] = keys.filter { $0[0].typed == nil }
    }
    let taken = own.values.joined()
    var result: [Entry] = []
    var done: Set<String> = []
    for entry in entries {
      guard let keys = own[entry.id] else {
        if !taken.contains(where: { $0.starts(with: entry.keys) }) { result.append(entry) }
        continue
      }
      guard done.insert(entry.id).inserted else { continue }
      for keys in keys {
        result.append(Entry(id: entry.id, title: entry.title, keys: keys, effect: entry.effect))
      }
    }
    return EditingKeys(result, problems: problems)
  }
}

// MARK: - Writing a table

extension EditingKeys {
  /// A motion and its keys; the first key with Shift selects, under an id of its own.
  static func motion(
    _ id: String, _ presses: [KeyPress], _ title: String, isListed: Bool = true,
    _ effect: (_ selecting: Bool) -> Effect
  ) -> [Entry] {
    var entries = change(id, presses, title, effect(false), isListed: isListed)
    if let press = presses.first {
      let shifted = KeyPress(press.key, press.modifiers.union(.shift))
      entries += change(
        "select-\(id)", [shifted], "Select \(title.lowercased())", effect(true), isListed: isListed)
    }
    return entries
  }

  /// A change and its keys.
  static func change(
    _ id: String, _ presses: [KeyPress], _ title: String, _ effect: Effect, isListed: Bool = true
  ) -> [Entry] {
    presses.map {
      Entry(id: "text.\(id)", title: title, keys: [$0], effect: effect, isListed: isListed)
    }
  }
}

extension KeyPress {
  /// The character that the key types; `nil` for other keys.
  nonisolated var typed: Character? {
    if case .character(let character) = key, modifiers.isEmpty { character } else { nil }
  }

  /// The key with Control in place of Alt, unless it is a character: terminals differ in which of the
  /// two they send with arrows.
  fileprivate var withControlForAlt: KeyPress {
    if case .character = key { return self }
    guard modifiers.contains(.alt) else { return self }
    return KeyPress(key, modifiers.subtracting(.alt).union(.control))
  }
}
