import Foundation
import Testing

@testable import Sync

/// The companion's answers are checked before they are used.
@Suite struct RowsTests {
  @Test func anyBytesAreValidRowsOrAnError() throws {
    var good = Data()
    for number in [2, 1] { good.append(number: number) }
    good.append(counted: Data([0, 0, 0, 7]))
    good.append(number: Int(UInt32.max))
    let rows = try PostgresRows(payload: good)
    #expect(rows.count == 1)
    #expect(try rows.number(0, 0) == 7)
    for (row, column) in [(0, 1), (1, 0), (0, 2)] {
      #expect(throws: SyncError.self) { try rows.bytes(row, column) }
    }
    for length in 0..<good.count {
      #expect(throws: SyncError.self) { try PostgresRows(payload: good.prefix(length)) }
    }
    for place in good.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var bytes = good
        bytes[place] = value
        guard let rows = try? PostgresRows(payload: bytes) else { continue }
        #expect(rows.count <= 2)
      }
    }
    #expect(throws: SyncError.self) { try PostgresRows(payload: Data(repeating: 0xFF, count: 64)) }
  }

  /// Messages of the server are shown to the user, so nothing in them may move the cursor or reverse the text.
  @Test func aServerMessageBecomesOneHarmlessLine() {
    let error = SyncError(payload: Data("XX000one\u{1B}[2J\ntwo\u{202E}\u{9B}three".utf8))
    #expect(error == .query(sqlState: "XX000", line: "one [2J two  three"))
    #expect(SyncError(payload: Data([1, 2])) == .protocolViolation("an error without a reason"))
    #expect(SyncError.tidy(String(repeating: "x", count: 9999)).count == 400)
  }
}
