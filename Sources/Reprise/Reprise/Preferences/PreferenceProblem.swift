/// Something in a preferences file that does not count, and what to do about it.
nonisolated public struct PreferenceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let file: String

  /// The number of the line, from 1; `nil` if it is the file as a whole.
  public let line: Int?

  /// The error and its remedy, without file and line.
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

/// The name that a person most likely meant.
nonisolated enum NearestName {
  /// The known name that resembles a wrong one; `nil` if there is none.
  static func of(_ name: String, among known: some Sequence<String>) -> String? {
    let name = Array(name.lowercased().unicodeScalars.prefix(80))
    let farthest = max(1, name.count / 3)
    let ranked = known.map { (name: $0, steps: steps(name, Array($0.lowercased().unicodeScalars))) }
    let best = ranked.min { ($0.steps, $0.name) < ($1.steps, $1.name) }
    return best.flatMap { $0.steps <= farthest ? $0.name : nil }
  }

  /// “: did you mean “list.new”?” or another way out.
  static func advice(
    for name: String, among known: some Sequence<String>, otherwise: String = ""
  ) -> String {
    of(name, among: known).map { ": did you mean “\($0)”?" } ?? otherwise
  }

  /// How many letters have to be added, removed, replaced or exchanged with their neighbor.
  private static func steps(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...other.count))
    for (i, letter) in one.enumerated() {
      var row = [i + 1]
      for (j, wanted) in other.enumerated() {
        var least = min(last[j] + (letter == wanted ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == wanted {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[other.count]
  }
}
