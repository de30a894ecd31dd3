import Preservation
import Storage
import Terminal

/// A picture of the screen as it was when the app was left.
///
/// Secure views and warnings are left out; warnings belong to the moment.
package nonisolated struct Snapshot: Hashable, Sendable {
  /// The cells and the cursor.
  package let frame: Frame

  /// The time of the picture, in seconds since 1970 UTC.
  package let time: Double

  /// The version of the app that took it.
  package let version: String

  /// Whether the next launch may show it until the interface is back (contract 6.12).
  package let isForLaunch: Bool

  /// How long the last launch had nothing to show, in milliseconds.
  package let launchTime: Int

  /// Makes a picture.
  package init(frame: Frame, time: Double, version: String, isForLaunch: Bool, launchTime: Int) {
    self.frame = frame
    self.time = time
    self.version = version
    self.isForLaunch = isForLaunch
    self.launchTime = launchTime
  }

  /// The same picture with another time.
  func taken(at time: Double) -> Snapshot {
    Snapshot(
      frame: frame, time: time, version: version, isForLaunch: isForLaunch, launchTime: launchTime)
  }

  // MARK: - Bytes

  /// The version of the layout; pictures in others are ignored.
  private static let layoutVersion: UInt8 = 1

  /// The picture as bytes: a few numbers, the styles in use, and the cells as runs of text with the
  /// number of a style.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.layoutVersion)
    writer.write(UInt8(isForLaunch ? 1 : 0))
    writer.write(time)
    writer.write(launchTime)
    writer.write(version)
    writer.write(frame.size.width)
    writer.write(frame.size.height)
    writer.write(frame.cursor?.x ?? -1)
    writer.write(frame.cursor?.y ?? -1)
    let runs = frame.runs
    var styles: [Style] = []
    let numbers = runs.map { run in
      if let known = styles.firstIndex(of: run.style) { return known }
      styles.append(run.style)
      return styles.count - 1
    }
    writer.write(styles.count)
    for style in styles { writer.write(style) }
    writer.write(runs.count)
    for (number, run) in zip(numbers, runs) {
      writer.write(number)
      writer.write(run.text)
    }
    return writer.bytes
  }

  /// Reads what ``encoded()`` wrote, trusting nothing.
  ///
  /// `nil` if the bytes are damaged, in another layout, or describe cells that no screen shows.
  package init?(bytes: [UInt8]) {
    do {
      var reader = ByteReader(bytes)
      guard let head = try Head(&reader) else { return nil }
      isForLaunch = head.isForLaunch
      time = head.time
      launchTime = head.launchTime
      version = head.version
      let cursor = Point(x: try reader.readNumber(), y: try reader.readNumber())
      let runs = try reader.readRuns()
      guard reader.isAtEnd,
        let frame = Frame(size: head.size, runs: runs, cursor: cursor.x < 0 ? nil : cursor)
      else { return nil }
      self.frame = frame
    } catch {
      return nil
    }
  }

  /// The head, which tells whether the cells are worth reading: they take most of the time.
  struct Head {
    let isForLaunch: Bool
    let time: Double
    let launchTime: Int
    let version: String
    let size: Size

    /// Reads the head; `nil` if it is in another layout.
    init?(of bytes: [UInt8]) {
      var reader = ByteReader(bytes)
      guard let head = try? Head(&reader) else { return nil }
      self = head
    }

    fileprivate init?(_ reader: inout ByteReader) throws(DecodingFailure) {
      guard try reader.readByte() == Snapshot.layoutVersion else { return nil }
      isForLaunch = try reader.readByte() != 0
      time = try reader.readDouble()
      launchTime = Int(clamping: try reader.readInt())
      version = try reader.readString()
      size = Size(width: try reader.readNumber(), height: try reader.readNumber())
    }
  }
}

nonisolated extension ByteWriter {
  fileprivate mutating func write(_ style: Style) {
    write(style.attributes.rawValue)
    write(Int(style.foreground.index))
    write(Int(style.background.index))
  }
}

nonisolated extension ByteReader {
  fileprivate mutating func readNumber() throws(DecodingFailure) -> Int {
    Int(clamping: try readInt())
  }

  fileprivate mutating func readRuns() throws(DecodingFailure) -> [StyledRun] {
    var styles: [Style] = []
    for _ in 0..<(try readCount()) { styles.append(try readStyle()) }
    var runs: [StyledRun] = []
    for _ in 0..<(try readCount()) {
      let number = try readNumber()
      guard styles.indices.contains(number) else { throw .malformed("a style that is not there") }
      runs.append(StyledRun(text: try readString(), style: styles[number]))
    }
    return runs
  }

  private mutating func readStyle() throws(DecodingFailure) -> Style {
    let attributes = Style.Attributes(rawValue: try readByte())
    return Style(attributes, foreground: try readColor(), background: try readColor())
  }

  private mutating func readColor() throws(DecodingFailure) -> Color {
    let index = try readInt()
    if index == -1 { return .default }
    guard let index = UInt8(exactly: index) else { throw .malformed("a color outside the palette") }
    return .palette(index)
  }
}
