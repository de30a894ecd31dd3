import Foundation

/// Paths as a person types them, or as a terminal pastes files that were dropped on it.
///
/// One a line, or several apart by blanks; quotes and backslashes keep a blank, `~` is the home directory.
nonisolated enum TypedPaths {
  /// Whether a text looks like a path and not like a word to look for.
  static func isPath(_ text: String) -> Bool {
    let text = text.drop { $0.isWhitespace }
    return ["/", "~", "./", "../", "'", "\"", "file://"].contains { text.hasPrefix($0) }
      || text.contains("\n")
  }

  /// The paths in a text, absolute.
  ///
  /// - Parameters:
  ///   - directory: The base of relative paths.
  ///   - home: The directory that `~` means.
  ///   - exists: Whether a file of that path exists: a line that is a path as a whole is not split.
  static func parse(
    _ text: String, in directory: String, home: String,
    exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
      let whole = absolute(line.trimmingCharacters(in: .whitespaces), directory, home)
      if exists(whole) { return [whole] }
      return words(String(line)).map { absolute($0, directory, home) }
    }
  }

  /// The path from the root on.
  static func absolute(_ path: String, _ directory: String, _ home: String) -> String {
    var path = path
    if path.hasPrefix("file://"), let decoded = path.dropFirst(7).removingPercentEncoding {
      path = decoded
    }
    if path == "~" || path.hasPrefix("~/") { path = home + path.dropFirst() }
    if !path.hasPrefix("/") { path = directory + "/" + path }
    return standardized(path)
  }

  /// The path without `.`, `..` and empty parts; links are left as they are.
  static func standardized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Splits a line as a shell does.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension Substring {
  nonisolated fileprivate var removingPercentEncoding: String? {
    String(self).removingPercentEncoding
  }
}

/// The completions of a path that is being typed, as in a shell.
nonisolated struct PathCompletion {
  /// The path with everything added that is certain.
  let text: String

  /// The directory of the last component of the path.
  let directory: String

  /// The entries there whose names start like the last component.
  let candidates: [DirectoryEntry]

  /// Completes a path; `nil` if nothing begins like it.
  ///
  /// - Parameters:
  ///   - typed: One path, as ``TypedPaths`` reads it, without quotes and backslashes.
  ///   - directory: The base of a relative path.
  ///   - home: The directory that `~` means.
  ///   - lists: Whether a file may be chosen; directories always may.
  init?(
    _ typed: String, in directory: String, home: String, lists: (DirectoryEntry) -> Bool
  ) {
    let typed = typed == "~" ? "~/" : String(typed.drop { $0.isWhitespace })
    guard let slash = typed.lastIndex(of: "/") else { return nil }
    let (way, part) = (typed[...slash], typed[typed.index(after: slash)...])
    self.directory = TypedPaths.absolute(String(way), directory, home)
    let entries = try? DirectoryListing.entries(
      of: self.directory, showsHidden: part.hasPrefix("."))
    candidates = (entries ?? []).filter { entry in
      entry.name != ".." && entry.name.hasPrefix(part) && entry.isNameText
        && Self.canBeTyped(entry.name)
        && (entry.kind == .directory || lists(entry))
    }
    guard let first = candidates.first else { return nil }
    let common = candidates.dropFirst().reduce(first.name) {
      $0.commonPrefix(with: $1.name, options: .literal)
    }
    let isWhole = candidates.count == 1 && first.kind == .directory
    text = way + common + (isWhole ? "/" : "")
  }

  /// Whether a name fits in a text field, without control characters.
  private static func canBeTyped(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
