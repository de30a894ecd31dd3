/// What is sealed, and as what: a server that swaps two of them is noticed.
extension HouseholdKey {
  /// Seals an operation.
  public func seal(
    _ operation: Operation, device: String, number: Int64, household: String
  ) throws -> [UInt8] {
    try Array(seal(operation.bytes, as: purpose(device, number, household)))
  }

  /// Opens an operation.
  ///
  /// - Throws: `MalformedBytes`.
  public func operation(
    _ sealed: [UInt8], device: String, number: Int64, household: String
  ) throws(MalformedBytes) -> Operation {
    try Operation(bytes: open(.init(sealed), as: purpose(device, number, household)))
  }

  private func purpose(_ device: String, _ number: Int64, _ household: String) -> String {
    "operation \(household) \(device) \(number)"
  }
}
