import Storage

extension RawStatement {
  /// Binds the next parameter to the value of a column.
  func bind(_ value: ColumnValue) {
    switch value {
    case .null: bindNull()
    case .integer(let number): bind(number)
    case .real(let number): bind(number)
    case .text(let text): bind(text)
    case .uuid(let uuid): bind(uuid)
    }
  }
}

extension RawRow {
  /// The value of a column.
  func value(_ column: Int32) -> ColumnValue {
    switch type(column) {
    case .integer: integer(column).map(ColumnValue.integer) ?? .null
    case .real: .real(real(column))
    case .text: .text(text(column))
    case .bytes: uuid(column).map(ColumnValue.uuid) ?? .null
    case .null: .null
    }
  }
}
