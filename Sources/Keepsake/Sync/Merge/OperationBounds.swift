/// The limits of what one home can make the others store.
///
/// `Limits.md` lists them for people, and a test compares the two. The limits of an inventory are in `Bounds`.
public enum OperationBounds {
  /// The values of one cell that homes wrote without knowing of each other.
  public static let valuesPerCell = 64
  /// The values of all cells of a row.
  public static let valuesPerRow = 4096
  /// The rows that one operation writes; homes send at most 500.
  public static let rowsPerOperation = 1000
  /// The bytes of one sealed operation.
  public static let operationBytes = 16 << 20
  /// The bytes of one value that fits into an operation with the data around it.
  public static let cellBytes = operationBytes - (64 << 10)
  /// The former names of its device that one operation lists.
  static let formerNames = 10_000
  /// The latest moment that a date shows: the end of the year 9999, in milliseconds since 1970.
  static let lastMoment: Int64 = 253_402_300_799_999
}
