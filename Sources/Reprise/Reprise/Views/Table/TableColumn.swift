/// A column of a table: its heading, and how it shares the width with the others.
///
/// A column asks for the widest text that it has shown. If the window is too narrow for that, the columns share the
/// width, and those of low priority disappear; no text is cut while another column has room to spare.
///
/// ```swift
/// table.columns = [
///   TableColumn("name", "Name", priority: 3, minimumWidth: 16),
///   TableColumn("place", "Place", priority: 2, minimumWidth: 12),
///   TableColumn("tags", "Tags", isOptional: true),
///   TableColumn("value", "Value", alignment: .right, priority: 4),
/// ]
/// ```
public nonisolated struct TableColumn: Hashable, Sendable, Identifiable {
  /// The identifier, which is stored with the column's width: the same at every launch.
  public let id: String

  /// The heading.
  public var title: String

  /// The edge at which texts and heading are.
  public var alignment: TextAlignment

  /// Columns of a lower priority disappear first; among equal ones the last.
  public var priority: Int

  /// The fewest columns of the terminal in which a cut text is of use.
  public var minimumWidth: Int

  /// Whether the column is shown only where all others have the room that they ask for.
  public var isOptional: Bool

  /// Makes a column.
  public init(
    _ id: String, _ title: String, alignment: TextAlignment = .left, priority: Int = 0,
    minimumWidth: Int = 8, isOptional: Bool = false
  ) {
    (self.id, self.title, self.alignment) = (id, title, alignment)
    (self.priority, self.minimumWidth) = (priority, max(1, minimumWidth))
    self.isOptional = isOptional
  }
}

/// How much room the columns of a table ask for: the widest text that each has shown.
///
/// Part of the table's state, since after a kill other rows may be on the screen first.
nonisolated struct TableColumnWidths: Hashable {
  private var asked: [String: Int] = [:]

  /// The columns of the terminal that a column asks for.
  subscript(id: String) -> Int { asked[id] ?? 0 }

  /// Notes the width of a text.
  mutating func note(_ width: Int, in id: String) { asked[id] = max(width, self[id]) }

  /// Forgets all columns but these.
  mutating func keep(_ columns: [TableColumn]) {
    let ids = Set(columns.map(\.id))
    asked = asked.filter { ids.contains($0.key) }
  }
}

extension TableColumnWidths {
  private static let key = "columnWidths"

  func encode(with coder: Coder) {
    guard !asked.isEmpty else { return }
    let values = asked.sorted { $0.key < $1.key }.map { id, width in
      Value.array([.string(id), .int(Int64(width))])
    }
    coder.encode(value: .array(values), forKey: Self.key)
  }

  mutating func decode(from coder: Coder) {
    guard case .array(let values)? = coder.value(forKey: Self.key) else { return }
    for value in values.prefix(100) {
      guard case .array(let pair) = value, pair.count == 2, case .string(let id) = pair[0],
        case .int(let width) = pair[1], (1...10_000).contains(width)
      else { continue }
      asked[id] = Int(width)
    }
  }
}
