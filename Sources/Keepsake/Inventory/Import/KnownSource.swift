/// A program whose files are recognised by their headers.
struct KnownSource: Sendable {
  /// A kind of row that is left out.
  struct Omission: Sendable {
    /// The header of the column.
    var column: String
    /// The values, in lower case; `cancel*` matches every value that begins with `cancel`.
    var values: [String]
    /// The reason that the report gives for leaving the row out.
    var reason: String

    func matches(_ text: String) -> Bool {
      let text = Item.asciiLowercased(text)
      return values.contains { $0.hasSuffix("*") ? text.hasPrefix($0.dropLast()) : text == $0 }
    }
  }

  /// The name that is shown.
  let name: String
  /// The beginning of the import references of its rows.
  let key: String
  /// The columns by which the header is recognised.
  let signature: [String]
  /// The meaning of columns; `photo*` matches every name that begins with `photo`.
  ///
  /// Other columns are guessed.
  let columns: [String: ImportTarget]
  /// The columns whose values together identify a row; empty for a digest of the row.
  var identity: [String] = []
  /// Whether the same values may identify several rows, which are then counted.
  var repeatsIdentity = false
  /// The rows that are left out.
  var omissions: [Omission] = []
  /// The order of day and month in dates with slashes; `unknown` if it is guessed.
  var dateOrder = CalendarDate.DayOrder.unknown
  /// Whether a row with nothing but a description names the room of the rows after it.
  var hasRoomRows = false

  /// The meaning of a column; `nil` if it must be guessed.
  func target(of header: String) -> ImportTarget? {
    let name = Item.asciiLowercased(header)
    if let exact = columns[name] { return exact }
    return columns.first { $0.key.hasSuffix("*") && name.hasPrefix($0.key.dropLast()) }?.value
  }

  /// The program that wrote a header; `nil` if it is unknown.
  static func recognised(in header: [String]) -> KnownSource? {
    let names = Set(header.map(Item.asciiLowercased))
    return all.filter { $0.signature.allSatisfy(names.contains) }
      .max { $0.signature.count < $1.signature.count }
  }
}
