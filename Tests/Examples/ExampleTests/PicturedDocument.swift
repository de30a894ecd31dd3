import Foundation

/// A document with pictures of screens, each between a line of three backquotes, `screen` and the
/// name, and a line of three backquotes.
struct PicturedDocument {
  /// A picture as the document shows it.
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

  /// The document with other pictures.
  ///
  /// - Parameter draw: The lines of a picture by its name; `nil` leaves the picture as it is.
  func text(drawing draw: (String) throws -> [String]?) rethrows -> String {
    var lines = lines
    for place in places.reversed() {
      if let drawn = try draw(place.name) { lines.replaceSubrange(place.range, with: drawn) }
    }
    return lines.joined(separator: "\n")
  }

  /// The names of the pictures, and the lines between the fences.
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
