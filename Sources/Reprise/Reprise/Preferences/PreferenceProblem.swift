/// Something in a preferences file that does not count, and what to do about it.
nonisolated public struct PreferenceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let file: String

  /// The number of the line, from 1; `nil` if it is the file as a whole.
  public let line: Int?

  /// What is wrong and what to do, without file and line.
  public let text: String

  /// The line for the person: `/home/ada/.config/notes/config.toml:3: …`.
  public var description: String { "\(file)\(place): \(text)" }

  /// The same with the name of the file alone, for a line on the screen: `config.toml:3: …`.
  public var brief: String { "\(briefPlace): \(text)" }

  /// `config.toml:3`.
  var briefPlace: String {
    "\(file.split(separator: "/").last.map(String.init) ?? file)\(place)"
  }

  private var place: String { line.map { ":\($0)" } ?? "" }
}

/// Why a line cannot be read.
nonisolated struct PreferenceComplaint: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

nonisolated extension String {
  /// The text for a message about it: no longer than half a line.
  var quotedInPreferences: String { "“\(count > 40 ? prefix(39) + "…" : self[...])”" }
}
