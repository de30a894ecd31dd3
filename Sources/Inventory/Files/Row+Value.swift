import GRDB

extension Row {
  /// What is in a column; nil only for an optional type and NULL.
  ///
  /// GRDB ends the program where the file holds a value of another kind than is asked for; a damaged or
  /// hostile file holds any kind in any column, whatever its schema says.
  ///
  /// - Throws: What makes the file a damaged one.
  func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    let stored: DatabaseValue = self[index]
    guard let value = Value.fromDatabaseValue(stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH, message: "a value is of another kind than its column")
    }
    return value
  }
}
