import Terminal

/// The rows of the screen with contents and their rough starts, which may be shown before the passphrase.
///
/// It reveals nothing else of the screen: no letter, no length of a word, no color, no cell of a photo.
nonisolated struct ScreenOutline: Hashable {
  /// The size of the screen; another one has no picture.
  let size: Size

  /// The column where each row begins, in whole steps; `nil` for an empty row.
  let starts: [Int?]

  /// How exactly a beginning is known, in columns: what is in the middle of a row begins where its length says.
  private static let step = 8
  private static let version: UInt8 = 1
  private static let empty = 0xFFFF
  private static let longest = 4096

  /// Makes the outline of a screen.
  init(of frame: Frame) {
    size = frame.size
    starts = (0..<frame.size.height).map { y in
      frame.row(y).firstIndex { $0 != .blank && $0.glyph != .space }
        .map { ($0 - frame.row(y).startIndex) / Self.step * Self.step }
    }
  }

  /// The bars that stand for the rows: all have the same length, as far as the screen goes.
  var bars: [Rect] {
    starts.enumerated().compactMap { y, start in
      guard let start else { return nil }
      return Rect(x: start, y: y, width: min(size.width / 3, size.width - start), height: 1)
    }
  }

  /// The outline as bytes: the size, and the beginning of each row.
  func encoded() -> [UInt8] {
    let numbers = [size.width, size.height] + starts.map { $0 ?? Self.empty }
    return [Self.version] + numbers.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF)] }
  }

  /// Reads what ``encoded()`` wrote, trusting nothing.
  init?(bytes: [UInt8]) {
    guard bytes.first == Self.version, bytes.count % 2 == 1 else { return nil }
    var numbers = stride(from: 1, to: bytes.count, by: 2).map {
      Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
    }
    guard numbers.count >= 2 else { return nil }
    let size = Size(width: numbers[0], height: numbers[1])
    numbers.removeFirst(2)
    guard (1...Self.longest).contains(size.width), numbers.count == size.height,
      numbers.allSatisfy({ $0 == Self.empty || $0 < size.width })
    else { return nil }
    self.size = size
    starts = numbers.map { $0 == Self.empty ? nil : $0 }
  }
}
