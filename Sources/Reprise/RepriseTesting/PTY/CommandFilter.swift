/// Removes application commands (APC), which libvterm 0.1.4 would show, and device controls (DCS) from a
/// terminal's byte stream.
nonisolated struct CommandFilter: Sendable {
  /// A part of the stream.
  enum Piece {
    case other([UInt8])
    case command([UInt8])
    case device([UInt8])
  }

  private enum State {
    case outside
    case escape
    case command
    case commandEscape
  }

  private var state = State.outside
  private var bytes: [UInt8] = []
  private var isDevice = false

  /// Splits more bytes; an escape at their end waits for the next ones.
  mutating func pieces(of input: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    for byte in input { accept(byte, &pieces) }
    if state == .outside { flush(&pieces) }
    return pieces
  }

  private mutating func flush(_ pieces: inout [Piece]) {
    if !bytes.isEmpty { pieces.append(.other(bytes)) }
    bytes = []
  }

  private mutating func accept(_ byte: UInt8, _ pieces: inout [Piece]) {
    switch (state, byte) {
    case (.outside, 0x1B): state = .escape
    case (.outside, _): bytes.append(byte)
    case (.escape, UInt8(ascii: "_")), (.escape, UInt8(ascii: "P")):
      flush(&pieces)
      isDevice = byte == UInt8(ascii: "P")
      state = .command
    case (.escape, 0x1B): bytes.append(0x1B)
    case (.escape, _):
      bytes += [0x1B, byte]
      state = .outside
    case (.command, 0x1B): state = .commandEscape
    case (.command, 0x18), (.command, 0x1A):
      bytes = []
      state = .outside
    case (.command, _): bytes.append(byte)
    case (.commandEscape, UInt8(ascii: "\\")):
      pieces.append(isDevice ? .device(bytes) : .command(bytes))
      bytes = []
      state = .outside
    case (.commandEscape, _):
      bytes = [0x1B, byte]
      state = .outside
    }
  }
}
