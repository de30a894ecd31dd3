/// Cells of one row that lead to an address, for terminals that open links (OSC 8).
package struct FrameLink: Hashable, Sendable {
  /// The address, which cannot control a terminal.
  let address: String

  /// The row.
  let row: Int

  /// The columns; neither end halves a wide glyph.
  let columns: Range<Int>

  /// The glyphs as they were drawn.
  let glyphs: [Glyph]

  /// The longest address, in bytes, as terminals limit it.
  private static let longestAddress = 2083

  /// The kinds of addresses that a terminal may open: none starts a program of this machine.
  private static let schemes = ["https://", "http://", "mailto:"]

  /// Whether an address may be sent to a terminal: printable ASCII of a known scheme.
  static func isSafe(_ address: String) -> Bool {
    address.utf8.count <= longestAddress && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      && schemes.contains { address.lowercased().hasPrefix($0) }
  }
}

extension Frame {
  /// The links whose cells nothing was drawn over, by their rows.
  var visibleLinks: [Int: [FrameLink]] {
    guard !links.isEmpty else { return [:] }
    return Dictionary(grouping: links.filter(isVisible), by: \.row)
  }

  private func isVisible(_ link: FrameLink) -> Bool {
    let start = link.row * size.width
    return cells[(start + link.columns.lowerBound)..<(start + link.columns.upperBound)]
      .map(\.glyph) == link.glyphs
  }
}

extension Canvas {
  /// Makes cells of a row a link, in terminals that open links; elsewhere nothing changes.
  ///
  /// Draw the text first: what is drawn over it later is no link.
  ///
  /// - Parameters:
  ///   - address: Where it leads; only an `https`, `http` or `mailto` address in ASCII becomes a link.
  ///   - point: The first cell.
  ///   - width: How many cells.
  package func link(to address: String, at point: Point, width: Int) {
    guard width > 0, FrameLink.isSafe(address) else { return }
    addLink(address, in: Rect(x: point.x, y: point.y, width: width, height: 1))
  }
}
