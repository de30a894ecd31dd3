import Foundation

/// What a path that is being typed can be completed to, as in a shell.
nonisolated struct PathCompletion {
  /// The path with everything added that is certain.
  let text: String

  /// The directory that the last part of the path lies in.
  let directory: String

  /// What lies there and begins like the last part.
  let candidates: [DirectoryEntry]

  /// Completes a path; `nil` if nothing begins like it.
  ///
  /// - Parameters:
  ///   - typed: One path, as ``TypedPaths`` reads it, without quotes and backslashes.
  ///   - directory: What a relative path begins at.
  ///   - home: What `~` stands for.
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
