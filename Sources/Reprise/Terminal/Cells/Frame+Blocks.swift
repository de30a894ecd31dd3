extension Frame {
  /// One cell of a picture that another program made.
  package struct Block: Hashable, Sendable {
    /// A space or one of the block elements.
    package var scalar: UInt32
    /// Palette colours; nil for the terminal's own.
    package var foreground, background: UInt8?

    package init(scalar: UInt32, foreground: UInt8?, background: UInt8?) {
      (self.scalar, self.foreground, self.background) = (scalar, foreground, background)
    }
  }

  /// Makes a frame of blocks, row by row.
  ///
  /// Nothing else becomes a cell: blocks are one column wide on every terminal, and none controls it.
  ///
  /// - Returns: nil unless there is a block for each cell, and each is a space or U+2580 to U+259F.
  package init?(size: Size, blocks: [Block]) {
    guard size.width > 0, size.height > 0, blocks.count == size.width * size.height else {
      return nil
    }
    self.init(size: size)
    for (index, block) in blocks.enumerated() {
      guard block.scalar == 0x20 || (0x2580...0x259F).contains(block.scalar) else { return nil }
      let style = Style(
        foreground: block.foreground.map(Color.palette) ?? .default,
        background: block.background.map(Color.palette) ?? .default)
      cells[index] = Cell(glyph: Glyph(base: block.scalar), style: style)
    }
  }
}
