import Storage
import Foundation

/// What is sealed, and as what: a server that swaps two of them is noticed.
extension SyncKey {
  /// Seals an operation.
  public func seal(
    _ operation: SyncOperation, device: String, number: Int64, household: String
  ) throws -> [UInt8] {
    try Array(seal(operation.bytes, as: purpose(device, number, household)))
  }

  /// Opens an operation.
  ///
  /// - Throws: `DecodingFailure`.
  public func operation(
    _ sealed: [UInt8], device: String, number: Int64, household: String
  ) throws(DecodingFailure) -> SyncOperation {
    try SyncOperation(bytes: open(.init(sealed), as: purpose(device, number, household)))
  }

  /// Seals a part of a file.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the whole file.
  ///   - part: The number of the part, from 0.
  public func seal(
    _ bytes: [UInt8], part: Int, of digest: String, household: String
  ) throws -> Data {
    try seal(bytes, as: "content \(household) \(digest) \(part)")
  }

  /// Opens a part of a file.
  ///
  /// - Throws: `DecodingFailure`.
  public func part(
    _ sealed: Data, _ part: Int, of digest: String, household: String
  ) throws(DecodingFailure) -> [UInt8] {
    try open(sealed, as: "content \(household) \(digest) \(part)")
  }

  /// Seals the description of a device.
  public func seal(
    _ description: DeviceDescription, device: String, household: String
  ) throws -> Data {
    try seal(description.bytes, as: "device \(household) \(device)")
  }

  /// Opens the description of a device.
  ///
  /// - Throws: `DecodingFailure`.
  public func description(
    _ sealed: Data, device: String, household: String
  ) throws(DecodingFailure) -> DeviceDescription {
    try DeviceDescription(bytes: open(sealed, as: "device \(household) \(device)"))
  }

  private func purpose(_ device: String, _ number: Int64, _ household: String) -> String {
    "operation \(household) \(device) \(number)"
  }
}
