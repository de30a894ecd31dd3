import Glibc

/// Leaves out of ncurses' bytes what resets a color right before everything is reset.
///
/// ncurses writes both where colored letters end: five bytes in vain for each piece of text.
struct ColorResets {
  private static let resets = ["\u{1B}[39m", "\u{1B}[49m", "\u{1B}[39;49m"].map { Array($0.utf8) }

  /// The sequence that resets everything on this terminal; empty if it isn't known to reset colors.
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
    return bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return [] }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var kept = 0
      var index = 0
      // From one sequence to the next: this runs at every key.
      while let escape = memchr(start + index, 0x1B, bytes.count - index) {
        index = start.distance(to: escape)
        if let length = lengthOfReset(at: index, in: bytes) {
          result += bytes[kept..<index]
          index += length
          kept = index
        } else {
          index += 1
        }
      }
      result += bytes[kept...]
      return result
    }
  }

  /// The length of a reset that begins at a place and has the reset of everything behind it.
  private func lengthOfReset(at index: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard index + 3 < bytes.count, bytes[index + 3] == UInt8(ascii: "9") else { return nil }
    for reset in Self.resets
    where has(reset, at: index, in: bytes) && has(everything, at: index + reset.count, in: bytes) {
      return reset.count
    }
    return nil
  }

  private func has(_ sequence: [UInt8], at index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard index + sequence.count <= bytes.count else { return false }
    return bytes[index...].starts(with: sequence)
  }
}
