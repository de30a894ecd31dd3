import GRDB

extension Row {
  /// The value of a column; `nil` only for an optional type and NULL.
  ///
  /// GRDB traps if a value is of another type than expected. A damaged or hostile file can have any
  /// type in any column, whatever its schema says.
  ///
  /// - Throws: The error for a damaged file.
  func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    let stored: DatabaseValue = self[index]
    guard let value = Value.fromDatabaseValue(stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH, message: "a value is not of its column's type")
    }
    return value
  }
}
