/// Why a workbook can't be read.
public struct WorkbookFailure: Error, Equatable, Sendable {
  /// One line without a full stop.
  public var reason: String

  init(_ reason: String) { self.reason = reason }

  /// A file that isn't as the format requires.
  static func damaged(_ part: String) -> WorkbookFailure {
    WorkbookFailure(
      "its part \(part) is damaged; open it in a spreadsheet program and save it again")
  }
}
