/// One record of a CSV file.
struct CSVRecord: Equatable {
  /// The fields without their quotes.
  var fields: [String]
  /// The number of the record as a spreadsheet shows it; the header is 1.
  var row: Int
  /// The line of the file, from 1, where the record begins.
  var line: Int
  /// Whether the file ends behind its last field, without the end of a line.
  var isUnended = false
}
