import Foundation

extension SyncClient {
  /// Keeps the sealed description of a device, in place of what was there.
  public func setDevice(_ device: String, sealed: Data) throws(SyncError) {
    try Self.check(sealed, limit: ServerSchema.longestDevice)
    try line.query(
      "select keepsake.set_device($1, $2, $3, $4)", .text(household), .bytes(token), .text(device),
      .bytes(sealed))
  }

  /// The devices with their sealed descriptions.
  public func devices() throws(SyncError) -> [(device: String, sealed: Data)] {
    let rows = try line.query(
      "select * from keepsake.devices($1, $2)", .text(household), .bytes(token))
    var devices: [(device: String, sealed: Data)] = []
    for row in 0..<rows.count {
      devices.append((try rows.text(row, 0), try rows.bytes(row, 1)))
    }
    return devices
  }

  /// Forgets a device; what it sent stays.
  public func removeDevice(_ device: String) throws(SyncError) {
    try line.query(
      "select keepsake.remove_device($1, $2, $3)", .text(household), .bytes(token), .text(device))
  }
}
