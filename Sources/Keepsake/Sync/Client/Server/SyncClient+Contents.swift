import Foundation

extension SyncClient {
  /// The longest sealed part of a content: a mebibyte, and room for what sealing adds.
  public static let longestPart = ServerSchema.longestPart

  /// Which parts of a content are there, with how many bytes.
  public func parts(of digest: String) throws(SyncError) -> [Int: Int] {
    let rows = try line.query(
      "select * from keepsake.parts($1, $2, $3)", .text(household), .bytes(token), .text(digest))
    var parts: [Int: Int] = [:]
    for row in 0..<rows.count {
      parts[Int(try rows.number(row, 0))] = Int(try rows.number(row, 1))
    }
    return parts
  }

  /// Sends a part of a content; what is there of that number stays.
  public func sendPart(_ sealed: Data, of digest: String, part: Int) throws(SyncError) {
    try Self.check(sealed, limit: ServerSchema.longestPart)
    try line.query(
      "select keepsake.send_part($1, $2, $3, $4, $5)", .text(household), .bytes(token),
      .text(digest), .number(Int32(clamping: part)), .bytes(sealed))
  }

  /// A part of a content, if it is there.
  public func part(of digest: String, part: Int) throws(SyncError) -> Data? {
    let rows = try line.query(
      "select p from keepsake.part($1, $2, $3, $4) as p where p is not null", .text(household),
      .bytes(token), .text(digest), .number(Int32(clamping: part)))
    return rows.count == 0 ? nil : try rows.bytes(0, 0)
  }
}
