nonisolated extension Preferences {
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
  ///   - actions: The actions of the app, with the screens that they are offered on; not made where no file
  ///     gives keys.
  ///   - table: The table that the keys stand in.
  ///   - command: What lists the actions.
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
        report(entry, "\(id.quotedInPreferences) is no action\(words); \(command) lists them")
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
          + "give one of them another")
    }
    return overrides
  }

  /// The keys on a line; `nil` if none of them counts.
  private mutating func bindings(of id: String, _ entry: PreferenceEntry) -> [KeyBinding]? {
    let texts: [String]
    switch entry.value {
    case .text(let text): texts = [text]
    case .texts(let list): texts = list
    case .flag, .number:
      report(entry, "keys stand in quotes, as in \"N\", \"g g\" or [\"^S\", \"F2\"]")
      return nil
    }
    var keys: [KeyBinding] = []
    for text in texts {
      let binding = KeyBinding(text)
      if let problem = binding.problem {
        report(entry, "\(problem): name a key as the help does, such as \"^S\", \"g g\" or \"F2\"")
      } else if ActionTable.isEditing(id), binding.keys[0].typed != nil {
        report(entry, "“\(binding.label)” is typed into the text: name a key that types nothing")
      } else {
        keys.append(binding)
      }
    }
    return keys.isEmpty && !texts.isEmpty ? nil : keys
  }
}
