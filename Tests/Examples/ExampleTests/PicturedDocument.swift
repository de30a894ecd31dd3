import Foundation

/// A document with pictures of screens, each in a fenced block that starts with three backquotes, `screen` and the
/// name.
struct PicturedDocument {
  /// A picture in the document.
  struct Picture: Equatable {
    let name: String
    let lines: [String]
  }

  private let lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var pictures: [Picture] {
    places.map { Picture(name: $0.name, lines: Array(lines[$0.range])) }
  }

  /// The document with replaced pictures.
  ///
  /// - Parameter draw: The lines of a picture by its name; `nil` keeps the picture.
  func text(drawing draw: (String) throws -> [String]?) rethrows -> String {
    var lines = lines
    for place in places.reversed() {
      if let drawn = try draw(place.name) { lines.replaceSubrange(place.range, with: drawn) }
    }
    return lines.joined(separator: "\n")
  }

  /// The pictures' names, and the ranges of lines between the fences.
  private var places: [(name: String, range: Range<Int>)] {
    var places: [(name: String, range: Range<Int>)] = []
    var open: (name: String, start: Int)?
    for (index, line) in lines.enumerated() {
      if let (name, start) = open, line == "```" {
        places.append((name, start..<index))
        open = nil
      } else if open == nil, line.hasPrefix(Self.fence) {
        open = (String(line.dropFirst(Self.fence.count)), index + 1)
      }
    }
    return places
  }

  private static let fence = "```screen "
}
