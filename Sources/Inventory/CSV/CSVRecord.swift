/// One record of a CSV file.
struct CSVRecord: Equatable {
  /// The fields without their quotes.
  var fields: [String]
  /// The record's number as a spreadsheet shows it; the header is 1.
  var row: Int
  /// The line in the file on which it begins, from 1.
  var line: Int
}
