/// A path of places as text: `Home / Kitchen / Cupboard`.
enum PlacePath {
  /// The names in a path, without surrounding blanks; empty ones are dropped.
  static func names(in path: String) -> [String] {
    path.split(separator: "/").map { String($0).trimmedOfBlanks }.filter { !$0.isEmpty }
  }
}
