import Foundation
import Terminal

/// The graphics of a terminal with Kitty's protocol: the pictures that it has received, and their positions.
///
/// Like ``EscapeScanner`` it shares no code with the kit. It keeps pictures even when the screen is cleared, so that
/// tests find what a program leaves behind.
nonisolated public struct GraphicsModel: Sendable {
  /// A picture that the terminal holds.
  public struct Image: Hashable, Sendable {
    /// Columns and rows of pixels.
    public let size: Size
    /// Row by row, three bytes each.
    public let pixels: [UInt8]
  }

  /// Whether the terminal has graphics; without them it ignores everything, like most terminals.
  public var isOn = false

  /// The pictures it holds, by their numbers.
  public private(set) var images: [Int: Image] = [:]

  /// The cells that pictures cover, by their numbers.
  public private(set) var placements: [Int: Rect] = [:]

  /// The commands that a terminal would refuse.
  public private(set) var complaints: [String] = []

  private var keys: [Substring: Substring] = [:]
  private var payload: [UInt8] = []
  private var tail: [UInt8] = []

  /// Makes a terminal without graphics.
  public init() {}

  /// Processes the content of an APC; returns the terminal's answer.
  mutating func take(_ content: [UInt8], cursor: Point) -> [UInt8] {
    guard isOn, content.first == UInt8(ascii: "G") else { return [] }
    let parts = content.dropFirst().split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let keys = Self.keys(String(decoding: parts[0], as: UTF8.self))
    let data = parts.count > 1 ? Array(parts[1]) : []
    switch (keys["a"], self.keys.isEmpty) {
    case ("q", _): return Array("\u{1B}_Gi=\(keys["i"] ?? "");OK\u{1B}\\".utf8)
    case ("d", _): delete(keys)
    case ("p", true): place(keys, at: cursor)
    case ("t", true), (nil, false): add(data, keys)
    default: complaints.append("during a transmission: \(keys)")
    }
    return []
  }

  /// Processes other output, byte by byte; returns the terminal's answer, which names the terminal.
  mutating func note(_ output: [UInt8]) -> [UInt8] {
    guard isOn else { return [] }
    var answers: [UInt8] = []
    for byte in output {
      tail = tail.suffix(3) + [byte]
      if tail.elementsEqual("\u{1B}[>q".utf8) { answers += "\u{1B}P>|kitty(0.35.2)\u{1B}\\".utf8 }
    }
    return answers
  }

  private static func keys(_ text: String) -> [Substring: Substring] {
    let pairs = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
  }

  /// A deletion also ends a transmission.
  private mutating func delete(_ keys: [Substring: Substring]) {
    (self.keys, payload) = ([:], [])
    guard let id = keys["i"].flatMap({ Int($0) }) else { return complaints.append("no number") }
    placements[id] = nil
    if keys["d"] == "I" { images[id] = nil }
  }

  private mutating func place(_ keys: [Substring: Substring], at cursor: Point) {
    let numbers = ["i", "c", "r"].compactMap { keys[$0].flatMap { Int($0) } }
    guard numbers.count == 3, images[numbers[0]] != nil, keys["C"] == "1" else {
      return complaints.append("placed a missing picture: \(keys)")
    }
    placements[numbers[0]] = Rect(
      origin: cursor, size: Size(width: numbers[1], height: numbers[2]))
  }

  private mutating func add(_ data: [UInt8], _ keys: [Substring: Substring]) {
    if self.keys.isEmpty { self.keys = keys }
    guard let part = Data(base64Encoded: Data(data)), data.count <= 4096 else {
      return complaints.append("no base64")
    }
    payload += part
    guard keys["m"] != "1" else { return }
    let numbers = ["i", "s", "v"].compactMap { self.keys[$0].flatMap { Int($0) } }
    if numbers.count == 3, self.keys["f"] == "24", payload.count == numbers[1] * numbers[2] * 3 {
      images[numbers[0]] = Image(
        size: Size(width: numbers[1], height: numbers[2]), pixels: payload)
      placements[numbers[0]] = nil
    } else {
      complaints.append("\(payload.count) bytes for \(self.keys)")
    }
    (self.keys, payload) = ([:], [])
  }
}

/// The Sixel drawings in the cells of a terminal; they stay until the screen is cleared or left.
///
/// Like ``GraphicsModel`` it shares no code with the kit.
nonisolated public struct SixelModel: Sendable {
  /// A drawing.
  public struct Drawing: Hashable, Sendable {
    /// The cell at its top left.
    public let origin: Point
    /// Columns and rows of pixels, from its raster attributes.
    public let size: Size
    /// Its contents, without the enclosing escape sequences.
    public let content: [UInt8]
  }

  /// Whether the terminal supports Sixel and reports that in its attributes.
  public var isOn = false

  /// The pixels of a cell, which the terminal reports when asked; `nil` for a terminal that does not.
  public var cellPixels: Size?

  /// The drawings on the screen.
  public private(set) var drawings: [Drawing] = []

  private var tail: [UInt8] = []

  /// Makes a terminal without Sixel.
  public init() {}

  /// Processes the content of a DCS.
  mutating func take(_ content: [UInt8], cursor: Point) {
    guard isOn, let raster = content.firstIndex(of: UInt8(ascii: "\"")) else { return }
    let numbers = content[(raster + 1)...].prefix { $0 == 0x3B || (0x30...0x39).contains($0) }
      .split(separator: 0x3B).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 4 else { return }
    drawings.append(
      Drawing(
        origin: cursor, size: Size(width: numbers[2], height: numbers[3]), content: content))
  }

  /// Processes other output, byte by byte; returns the terminal's answer.
  mutating func note(_ output: [UInt8]) -> [UInt8] {
    // Without Sixel no drawing needs clearing.
    guard isOn else { return [] }
    var answers: [UInt8] = []
    for byte in output {
      tail = tail.suffix(7) + [byte]
      if ends("\u{1B}[2J") || ends("\u{1B}[?1049l") { drawings = [] }
      if let cell = cellPixels, ends("\u{1B}[16t") {
        answers += Array("\u{1B}[6;\(cell.height);\(cell.width)t".utf8)
      }
    }
    return answers
  }

  /// The terminal's answers, with Sixel among its attributes.
  func naming(_ answers: [UInt8]) -> [UInt8] {
    guard isOn else { return answers }
    let text = String(decoding: answers, as: UTF8.self)
    return Array(text.replacing("\u{1B}[?1;2c", with: "\u{1B}[?62;4;22c").utf8)
  }

  private func ends(_ text: String) -> Bool {
    tail.suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
