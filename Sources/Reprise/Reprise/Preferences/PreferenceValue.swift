/// A value of a preferences file.
nonisolated enum PreferenceValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case number(Int)
  case texts([String])
}

/// A key of a preferences file with its value.
nonisolated struct PreferenceEntry: Hashable, Sendable {
  /// The key with its tables: `keys.list.new`.
  var key: String
  var value: PreferenceValue
  var file: String
  var line: Int
  /// The table that the line stands in; `nil` before the first.
  var table: PreferenceTable?
}

/// The head of a table: `[keys]`.
nonisolated struct PreferenceTable: Hashable, Sendable {
  var name: String
  var file: String
  var line: Int
}
