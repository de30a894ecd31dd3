import Terminal

/// The contents of a terminal: cells, cursor and modes, as a person and the next program would find them.
nonisolated public struct TerminalPicture: Hashable, Sendable {
  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// The characters in it; empty in the right half of a wide one.
    public var text: String

    /// The style, as far as libvterm reports it; it does not report faint text.
    public var style: Style

    /// Makes a cell.
    public init(text: String, style: Style) {
      self.text = text
      self.style = style
    }
  }

  /// Modes that persist until they are reset.
  public struct Modes: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// The bits; see the static members.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The alternate screen, without scrollback, is shown.
    public static let alternateScreen = Modes(rawValue: 1 << 0)
    /// The cursor is visible.
    public static let cursorVisible = Modes(rawValue: 1 << 1)
    /// Pastes are bracketed.
    public static let bracketedPaste = Modes(rawValue: 1 << 2)
    /// Focus changes are reported.
    public static let focusReports = Modes(rawValue: 1 << 3)
    /// Mouse buttons are reported.
    public static let mouseReports = Modes(rawValue: 1 << 4)
    /// Cursor keys send application sequences.
    public static let applicationCursorKeys = Modes(rawValue: 1 << 5)
    /// Output is held until the frame is complete.
    public static let synchronizedOutput = Modes(rawValue: 1 << 6)

    /// The modes that a shell expects.
    public static let usual: Modes = [.cursorVisible]

    private static let names: [(Modes, String)] = [
      (.alternateScreen, "alternate screen"), (.cursorVisible, "cursor visible"),
      (.bracketedPaste, "bracketed paste"), (.focusReports, "focus reports"),
      (.mouseReports, "mouse reports"), (.applicationCursorKeys, "application cursor keys"),
      (.synchronizedOutput, "synchronized output"),
    ]

    /// The names of the modes.
    public var description: String {
      Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }

    /// Selects the modes of interest.
    init(privateModes modes: Set<Int>) {
      self = []
      for (numbers, mode) in [
        ([47, 1047, 1049], Modes.alternateScreen), ([25], .cursorVisible),
        ([2004], .bracketedPaste), ([1004], .focusReports),
        ([1000, 1002, 1003, 1005, 1006, 1015], .mouseReports), ([1], .applicationCursorKeys),
        ([2026], .synchronizedOutput),
      ] where !modes.isDisjoint(with: numbers) {
        insert(mode)
      }
    }
  }

  /// Columns and rows.
  public var size: Size

  /// The cells, row by row.
  public var rows: [[Cell]]

  /// The position of the cursor, visible or not.
  public var cursor: Point

  /// The modes that are set.
  public var modes: Modes

  /// Makes a picture for comparison.
  public init(size: Size, rows: [[Cell]], cursor: Point, modes: Modes) {
    self.size = size
    self.rows = rows
    self.cursor = cursor
    self.modes = modes
  }

  /// The text of each row without trailing spaces.
  public var lines: [String] {
    rows.map { row in
      let end = row.lastIndex { $0.text != " " && !$0.text.isEmpty }.map { $0 + 1 } ?? 0
      return row[..<end].reduce(into: "") { $0 += $1.text }
    }
  }

  /// The text of the picture, without empty lines at its end.
  public var text: String {
    Array(lines.reversed().drop { $0.isEmpty }.reversed()).joined(separator: "\n")
  }

  /// The differences from another picture, for a person to read; `nil` if there are none.
  public func difference(from other: TerminalPicture) -> String? {
    var report: [String] = []
    if size != other.size {
      report.append(
        "size \(size.width)x\(size.height), was \(other.size.width)x\(other.size.height)")
    }
    if modes != other.modes { report.append("modes: \(modes); were: \(other.modes)") }
    if cursor != other.cursor {
      report.append("cursor at \(cursor.x),\(cursor.y), was at \(other.cursor.x),\(other.cursor.y)")
    }
    let (new, old) = (lines, other.lines)
    for y in 0..<min(rows.count, other.rows.count) where rows[y] != other.rows[y] {
      if new[y] != old[y] {
        report += ["row \(y): -\(old[y])", "row \(y): +\(new[y])"]
      } else if let x = Self.firstDifference(rows[y], other.rows[y]) {
        report.append(
          "row \(y), column \(x): style \(rows[y][x].style), was \(other.rows[y][x].style)")
      }
    }
    return report.isEmpty ? nil : report.joined(separator: "\n")
  }

  /// The first column in which two rows differ, as far as both reach.
  private static func firstDifference(_ row: [Cell], _ other: [Cell]) -> Int? {
    zip(row, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  }
}
