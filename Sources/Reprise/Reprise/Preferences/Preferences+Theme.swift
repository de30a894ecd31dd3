import Terminal

nonisolated extension Preferences {
  /// The files in which the chosen theme may be; empty for a shipped one.
  ///
  /// Add them to ``SystemFiles/configuration``, so that a change applies at once.
  public func themeFiles(_ key: String = "theme") -> [String] {
    entries.compactMap { entry in
      guard entry.key == key, case .text(let name) = entry.value, name.isPlainName,
        Theme.Name(rawValue: name) == nil
      else { return nil }
      return ThemeFile.path(of: name, nextTo: entry.file)
    }
  }

  /// The theme that the user has chosen, for ``Application/preferredTheme``.
  ///
  /// The key names a shipped theme, or a file `themes/NAME.toml` next to the preferences file: see ``ThemeFile``. A
  /// file that cannot be used is a problem in one line, and the former theme stays.
  ///
  /// ```swift
  /// application.preferredTheme = preferences.theme(former: application.preferredTheme)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - former: The theme that stays if the chosen one cannot be used.
  /// - Returns: `nil` if the files choose none, to follow the terminal.
  public mutating func theme(
    _ key: String = "theme", former: Theme.Definition? = nil
  ) -> Theme.Definition? {
    var chosen: (entry: PreferenceEntry, file: ThemeFile)?
    let shipped = Theme.Name.allCases.map(\.rawValue)
    let isSet = contains(key)
    let name = value(of: key, Self.words(for: shipped) + ", or a file in themes/") { value in
      if case .text(let text) = value, text.isPlainName { text } else { nil }
    }
    guard let name else { return isSet ? former : nil }
    if let shipped = Theme.Name(rawValue: name) { return Theme.Definition(shipped) }
    for entry in entries where entry.key == key && entry.value == .text(name) {
      guard let file = ThemeFile(name, nextTo: entry.file) else { continue }
      chosen = (entry, file)
      break
    }
    guard let chosen else {
      if let entry = entries.first(where: { $0.key == key && $0.value == .text(name) }) {
        let words = NearestName.advice(
          for: name, among: shipped, otherwise: ": write themes/\(name).toml next to this file")
        report(
          entry,
          "\(key.quotedInPreferences) must be \(Self.words(for: shipped)), or a file in themes/\(words)"
        )
      }
      return former
    }
    report(chosen.file.problems)
    return chosen.file.definition ?? former
  }
}
