/// Leaves out of ncurses' bytes what resets a colour right before everything is reset.
///
/// ncurses writes both where coloured letters end: five bytes in vain for each piece of text.
struct ColorResets {
  private static let resets = ["\u{1B}[39m", "\u{1B}[49m", "\u{1B}[39;49m"].map { Array($0.utf8) }

  /// What resets everything on this terminal; empty where that is not known to reset colours.
  private let everything: [UInt8]

  /// Goes by what the terminal type turns all attributes off with.
  init(turningOff sequence: [UInt8]) {
    let resetsColors = ["\u{1B}[m", "\u{1B}[0m"].contains { reset in
      sequence.indices.contains { sequence[$0...].starts(with: reset.utf8) }
    }
    everything = resetsColors ? sequence : []
  }

  /// The bytes without resets in vain.
  func removed(from bytes: [UInt8]) -> [UInt8] {
    guard !everything.isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] == 0x1B, let length = lengthOfReset(at: index, in: bytes) {
          index += length
        } else {
          result.append(bytes[index])
          index += 1
        }
      }
    }
    return result
  }

  /// The length of a reset that begins at a place and has the reset of everything behind it.
  private func lengthOfReset(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    for reset in Self.resets
    where has(reset, at: index, in: bytes) && has(everything, at: index + reset.count, in: bytes) {
      return reset.count
    }
    return nil
  }

  private func has(
    _ sequence: [UInt8], at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard index + sequence.count <= bytes.count else { return false }
    for (offset, byte) in sequence.enumerated() where bytes[index + offset] != byte {
      return false
    }
    return true
  }
}
