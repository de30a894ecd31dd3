/// The user's settings from an app's preferences files, in TOML.
///
/// The app asks for each key that it knows; what is wrong is collected in ``problems``, a line each, and
/// everything else counts. The files are read once, when this is made, and never written.
///
/// ```swift
/// var preferences = Preferences(files: launch.directories.preferences)
/// application.preferredTheme = preferences.theme()
/// application.keyOverrides = preferences.keys(of: table, listedBy: "shelf keys")
/// preferences.nameUnknownKeys()
/// ```
///
/// A key has the value of the first file in which it has a valid one, so list the person's own file before those
/// of the machine.
nonisolated public struct Preferences: Sendable {
  let entries: [PreferenceEntry]
  private let tables: [PreferenceTable]
  private let files: [String]

  private var found: [PreferenceProblem]

  /// The keys that the app asked for.
  private var known: Set<String> = []

  /// The tables whose keys the app names itself, such as `keys`.
  private var knownTables: Set<String> = []

  /// Reads files, the most important first; skips missing files.
  ///
  /// A file that is no ordinary one, larger than 256 KiB, not UTF-8 or not readable is a problem in one
  /// line.
  public init(files: [String]) {
    self.init(files.map { (file: $0, content: PreferenceFile.content(of: $0)) })
  }

  /// Reads text as the content of a file.
  public init(text: String, file: String = "config.toml") {
    self.init(bytes: [UInt8](text.utf8), file: file)
  }

  /// Reads bytes as the content of a file.
  init(bytes: [UInt8], file: String) {
    self.init([(file: file, content: .bytes(bytes))])
  }

  private init(_ files: [(file: String, content: PreferenceFile.Content)]) {
    var entries: [PreferenceEntry] = []
    var tables: [PreferenceTable] = []
    var found: [PreferenceProblem] = []
    for (file, content) in files {
      switch content {
      case .absent: continue
      case .refused(let words): found.append(PreferenceProblem(file: file, line: nil, text: words))
      case .bytes(let bytes):
        let text = PreferenceText(bytes, file: file)
        entries += text.entries
        tables += text.tables
        found += text.problems
      }
    }
    (self.entries, self.tables, self.found) = (entries, tables, found)
    self.files = files.map(\.file)
  }

  /// The settings that were ignored, in the order of files and lines.
  public var problems: [PreferenceProblem] {
    func place(_ problem: PreferenceProblem) -> (Int, Int) {
      (files.firstIndex(of: problem.file) ?? 0, problem.line ?? 0)
    }
    return found.sorted { place($0) < place($1) }
  }

  // MARK: - Values

  /// `true` or `false`.
  public mutating func flag(_ key: String) -> Bool? {
    value(of: key, "true or false") { if case .flag(let flag) = $0 { flag } else { nil } }
  }

  /// A whole number.
  public mutating func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
    let words = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return value(of: key, words) { value in
      if case .number(let number) = value, range.contains(number) { number } else { nil }
    }
  }

  /// A text.
  public mutating func text(_ key: String) -> String? {
    value(of: key, "a text in quotes") { if case .text(let text) = $0 { text } else { nil } }
  }

  /// A text that the app reads itself.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - words: The expected text, for the message: `a color, as in "#1A2B3C"`.
  ///   - read: The meaning of a text; `nil` if it is invalid.
  public mutating func text<Value>(
    _ key: String, _ words: String, _ read: (String) -> Value?
  ) -> Value? {
    value(of: key, words) { if case .text(let text) = $0 { read(text) } else { nil } }
  }

  /// A list of texts, such as a command with its arguments.
  public mutating func texts(_ key: String) -> [String]? {
    value(of: key, "a list of texts, such as [\"a\", \"b\"]") {
      if case .texts(let texts) = $0 { texts } else { nil }
    }
  }

  /// A program to run, with its arguments.
  ///
  /// A file that another user can write may not name programs to run: its value is a problem and doesn't count.
  public mutating func command(_ key: String) -> [String]? {
    let texts = texts(key)
    var isSafe = true
    for entry in entries where entry.key == key {
      guard let reason = PreferenceFile.reasonNotToRun(entry.file) else { continue }
      report(entry, "\(key.quotedInPreferences) was not run: \(reason)")
      isSafe = false
    }
    return isSafe ? texts : nil
  }

  /// One of the names of a type, such as `Theme.Name`.
  public mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type = Choice.self
  ) -> Choice? where Choice.RawValue == String {
    value(of: key, Self.words(for: Choice.allCases.map(\.rawValue))) { value in
      if case .text(let text) = value { Choice(rawValue: text) } else { nil }
    }
  }

  static func words(for choices: [String]) -> String {
    let names = choices.map { "\"\($0)\"" }
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// The first valid value of a key.
  ///
  /// - Parameter words: The expected value; evaluated only for the error.
  mutating func value<Value>(
    of key: String, _ words: @autoclosure () -> String, _ read: (PreferenceValue) -> Value?
  ) -> Value? {
    known.insert(key)
    var first: Value?
    for entry in entries where entry.key == key {
      guard let value = read(entry.value) else {
        report(entry, "\(key.quotedInPreferences) must be \(words())")
        continue
      }
      first = first ?? value
    }
    return first
  }

  /// The position of a key's value, for a line on the screen: `config.toml:3`; `nil` if it is not
  /// set.
  public func place(of key: String) -> String? {
    let valid = entries.first { entry in
      entry.key == key && !found.contains { $0.file == entry.file && $0.line == entry.line }
    }
    return valid.map { PreferenceProblem(file: $0.file, line: $0.line, text: "").briefPlace }
  }

  // MARK: - Problems

  /// Takes over what is wrong in a file that a key names, such as a theme's.
  mutating func report(_ problems: [PreferenceProblem]) {
    found += problems.filter { !found.contains($0) }
  }

  /// Reports a line; twice the same only once.
  mutating func report(_ entry: PreferenceEntry, _ text: String) {
    let problem = PreferenceProblem(file: entry.file, line: entry.line, text: text)
    if !found.contains(problem) { found.append(problem) }
  }

  /// Reports the value of a key as unusable: `reject("commands.label.key", "is also a key of “Move”: choose another")`.
  public mutating func reject(_ key: String, _ text: String) {
    for entry in entries where entry.key == key {
      report(entry, "\(key.quotedInPreferences) \(text)")
    }
  }

  /// Whether a file gives a key a value, valid or not.
  func contains(_ key: String) -> Bool { entries.contains { $0.key == key } }

  /// The entries of a table whose keys the app names itself.
  mutating func entries(in table: String) -> [(key: String, entry: PreferenceEntry)] {
    knownTables.insert(table)
    return entries.filter { $0.key.hasPrefix(table + ".") }
      .map { (String($0.key.dropFirst(table.utf8.count + 1)), $0) }
  }

  /// The names of the tables below a table, in the order of the files: `label` for `[commands.label]`.
  ///
  /// Ask for the keys of each with its full name, such as `commands.label.title`.
  public func names(in table: String) -> [String] {
    var names: [String] = []
    for found in tables.map(\.name) where found.hasPrefix(table + ".") {
      let name = String(found.dropFirst(table.utf8.count + 1))
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Reports every key and table that the app has not asked for; call it last.
  ///
  /// - Parameter advice: The remedy for a key that belongs to another table; `nil` for any other
  ///   key.
  public mutating func nameUnknownKeys(advice: (String) -> String? = { _ in nil }) {
    let unknown = tables.filter { !isKnown(table: $0.name) }
    for table in unknown {
      let words = NearestName.advice(
        for: table.name, among: knownTables, otherwise: ": remove it and the lines below it")
      found.append(
        PreferenceProblem(
          file: table.file, line: table.line,
          text: "[\(table.name)] is not a table here\(words)"))
    }
    for entry in entries where !isKnown(entry.key) {
      if let table = entry.table, unknown.contains(table) { continue }
      let words =
        advice(entry.key).map { ": \($0)" } ?? tableAdvice(for: entry)
        ?? NearestName.advice(for: entry.key, among: known, otherwise: ": remove it")
      report(entry, "\(entry.key.quotedInPreferences) is not a key here\(words)")
    }
  }

  /// Names the table of a key that is outside any table.
  private func tableAdvice(for entry: PreferenceEntry) -> String? {
    guard entry.table == nil,
      let full = known.filter({ $0.hasSuffix("." + entry.key) }).min()
    else { return nil }
    return ": it belongs under [\(full.dropLast(entry.key.utf8.count + 1))]"
  }

  private func isKnown(_ key: String) -> Bool {
    known.contains(key) || knownTables.contains { key.hasPrefix($0 + ".") }
  }

  private func isKnown(table: String) -> Bool {
    isKnown(table + ".") || knownTables.contains(table)
      || known.contains { $0.hasPrefix(table + ".") }
  }

  // MARK: - Keys

  /// The keys that a person gave to actions, for ``Application/keyOverrides``.
  ///
  /// ```toml
  /// [keys]
  /// book.new = "N"
  /// book.remove = ["X", "Del"]
  /// app.quit = []
  /// ```
  ///
  /// Reported are actions that there are not, keys that no terminal sends, and keys that two actions of a
  /// screen would have.
  ///
  /// - Parameters:
  ///   - actions: The actions of the app, with their screens; evaluated only if a file binds keys.
  ///   - table: The table with the keys.
  ///   - command: The command that lists the actions.
  public mutating func keys(
    of actions: @autoclosure () -> ActionTable, in table: String = "keys", listedBy command: String
  ) -> [String: [KeyBinding]] {
    let given = entries(in: table)
    guard !given.isEmpty else { return [:] }
    let actions = actions()
    var overrides: [String: [KeyBinding]] = [:]
    var lines: [String: PreferenceEntry] = [:]
    for (id, entry) in given {
      guard actions[id] != nil else {
        let words = NearestName.advice(for: id, among: actions.entries.map(\.id))
        report(entry, "\(id.quotedInPreferences) is not an action\(words); \(command) lists them")
        continue
      }
      guard let keys = bindings(of: id, entry), overrides[id] == nil else { continue }
      (overrides[id], lines[id]) = (keys, entry)
    }
    for clash in actions.clashes(with: overrides) {
      guard let entry = lines[clash.id] else { continue }
      let also = clash.isBeginning ? "also begins or continues keys" : "is also a key"
      report(
        entry,
        "“\(clash.keys.label)” \(also) of “\(clash.other)” (\(clash.screen)): "
          + "change one of them")
    }
    return overrides
  }

  /// The keys on a line; `nil` if none of them is valid.
  private mutating func bindings(of id: String, _ entry: PreferenceEntry) -> [KeyBinding]? {
    let texts: [String]
    switch entry.value {
    case .text(let text): texts = [text]
    case .texts(let list): texts = list
    case .flag, .number:
      report(entry, "put keys in quotes, such as \"N\", \"g g\" or [\"^S\", \"F2\"]")
      return nil
    }
    var keys: [KeyBinding] = []
    for text in texts {
      let binding = KeyBinding(text)
      if let problem = binding.problem {
        report(entry, "\(problem): write a key as in the help, such as \"^S\", \"g g\" or \"F2\"")
      } else if ActionTable.isEditing(id), binding.keys[0].typed != nil {
        report(entry, "“\(binding.label)” types text: choose a key that types nothing")
      } else {
        keys.append(binding)
      }
    }
    return keys.isEmpty && !texts.isEmpty ? nil : keys
  }
}
