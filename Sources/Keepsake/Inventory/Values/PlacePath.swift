import Foundation

/// A path of places as text: `Home / Kitchen / Cupboard`.
enum PlacePath {
  /// The names in a path, without surrounding and repeated spaces; empty ones are dropped.
  static func names(in path: String) -> [String] {
    path.split(separator: "/").map { String($0).singleSpaced }.filter { !$0.isEmpty }
  }

  /// The form in which names are compared: `study` and ` Study ` are one place, `Café` and `Cafe` are two.
  ///
  /// Ignores case in every script, and how many spaces separate words.
  static func folded(_ name: String) -> String {
    let spaced = name.singleSpaced
    if spaced.utf8.allSatisfy({ (32..<128).contains($0) }) { return spaced.lowercased() }
    var folded = String.UnicodeScalarView()
    for scalar in spaced.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
      switch scalar {
      case _ where scalar.isBlank: folded.append(" ")
      case "ς": folded.append("σ")
      case "ß": folded.append(contentsOf: "ss".unicodeScalars)
      case "ı": folded.append("i")
      case "\u{307}" where folded.last == "i": continue
      default: folded.append(scalar)
      }
    }
    return String(folded)
  }
}
