import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// A damaged state file is restored completely, restored without the damaged objects, or refused;
/// it never causes a crash or another value (reliability T5, T6, T7).
@Suite(.leavesMainActorAlone) struct CorruptionTests {
  private static let file = Result { try DamagedFile() }

  /// A copy of the file for this test, and its key.
  private func part() throws -> (DamagedFile, LoginKeyProvider) {
    let shared = try Self.file.get()
    return (try shared.forPart(), shared.keys)
  }

  @Test func theFileIsOf32KiB() throws {
    let (file, keys) = try part()
    #expect(file.whole.count == 32 << 10)
    #expect(file.outcome(of: file.whole, keys: keys) == .restored)
  }

  @Test(arguments: 0..<Torture.parts) func everyTruncationLength(part: Int) throws {
    let (file, keys) = try self.part()
    // An empty file is a new one.
    for length in Torture.cases(file.whole.count, part: part, sample: 600) where length > 0 {
      let outcome = file.outcome(of: file.whole.prefix(length), keys: keys)
      // The last object is at the end of the file.
      #expect(
        [.restored, .restoredBut(damaged: 1), .refused].contains(outcome),
        "cut to \(length) bytes: \(outcome)")
    }
  }

  @Test(arguments: 0..<Torture.parts) func everySingleBitFlip(part: Int) throws {
    let (file, keys) = try self.part()
    var refused = 0
    let bits = Torture.cases(file.whole.count * 8, part: part, sample: 4_000)
    for bit in bits {
      var bytes = file.whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      let outcome = file.outcome(of: bytes, keys: keys)
      #expect(
        [.restored, .restoredBut(damaged: 1), .refused].contains(outcome),
        "bit \(bit % 8) of byte \(bit / 8): \(outcome)")
      if outcome == .refused { refused += 1 }
    }
    #expect(refused * 10 < bits.count, "nearly every bit belongs to one object")
  }

  /// A file that still loads after a flipped bit can also be written: the first page holds the
  /// tables.
  @Test(arguments: 0..<Torture.parts) func anyLoadableFileCanBeWritten(part: Int) throws {
    let (file, keys) = try self.part()
    for bit in Torture.cases(2048 * 8, part: part, sample: 400) {
      var bytes = file.whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      let problem = file.problemWithStoring(into: bytes, keys: keys)
      #expect(problem == nil, "bit \(bit % 8) of byte \(bit / 8)")
    }
  }

  /// Pieces of the file moved, swapped, repeated and zeroed.
  @Test(arguments: 0..<Torture.parts) func splices(part: Int) throws {
    let (file, keys) = try self.part()
    for seed in Torture.cases(40_000, part: part, sample: 1_500) {
      var random = SeededGenerator(seed: UInt64(seed))
      let bytes = Self.spliced(file.whole, using: &random)
      let outcome = file.outcome(of: bytes, keys: keys)
      if case .wrong = outcome { Issue.record("seed \(seed): \(outcome)") }
    }
  }

  /// Genuine rows in the wrong place or from the wrong time.
  @Test(arguments: 0..<Torture.parts) func swapsAndReplaysOfRows(part: Int) throws {
    let (file, keys) = try self.part()
    for seed in Torture.cases(4_000, part: part, sample: 300) {
      var random = SeededGenerator(seed: UInt64(seed))
      let outcome = try file.outcome(keys: keys) { database in
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          try Self.change(database, olderBodies: file.olderBodies, using: &random)
        }
      }
      #expect(outcome == .refused, "seed \(seed): \(outcome)")
    }
  }

  private static func spliced(
    _ whole: [UInt8], using random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let unit = [1, 16, 512, 2048].randomElement(using: &random) ?? 1
      let length = unit * Int.random(in: 1...4, using: &random)
      func place() -> Int {
        Int.random(in: 0...(bytes.count - length) / unit, using: &random) * unit
      }
      let (from, to) = (place(), place())
      let piece = Array(bytes[from..<from + length])
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.replaceSubrange(to..<to + length, with: piece)
      case 1:
        bytes.replaceSubrange(from..<from + length, with: bytes[to..<to + length])
        bytes.replaceSubrange(to..<to + length, with: piece)
      case 2: bytes.insert(contentsOf: piece, at: to)
      case 3: bytes.replaceSubrange(to..<to + length, with: [UInt8](repeating: 0, count: length))
      default:
        for index in to..<to + length { bytes[index] = UInt8.random(in: 0...255, using: &random) }
      }
      if bytes.count < 4 * 2048 { break }
    }
    return bytes
  }

  /// Makes one change to the rows.
  private static func change(
    _ database: Database, olderBodies: [Int64: Data], using random: inout SeededGenerator
  ) throws {
    let one = Int64.random(in: 1...DamagedFile.objects, using: &random)
    let other = one % DamagedFile.objects + 1
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      // Swaps a row with its neighbor.
      try database.execute(
        sql: """
          UPDATE object SET body = CASE node
            WHEN \(one) THEN (SELECT body FROM object WHERE node = \(other))
            ELSE (SELECT body FROM object WHERE node = \(one)) END
          WHERE node IN (\(one), \(other)) AND (SELECT count(*) FROM object
            WHERE node IN (\(one), \(other))) = 2;
          UPDATE object SET node = node + 1000 WHERE node = \(DamagedFile.objects);
          """)
    case 1:
      try database.execute(
        sql: "UPDATE object SET body = ? WHERE node = ?", arguments: [olderBodies[one], one])
      try database.execute(sql: "DELETE FROM object WHERE node = ?", arguments: [other])
    case 2:
      try database.execute(sql: "DELETE FROM object WHERE node = ?", arguments: [one])
    case 3:
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO object (node, body)
          SELECT node + 5000, body FROM object WHERE node = ?
          """,
        arguments: [one])
    case 4:
      try database.execute(
        sql: "UPDATE object SET node = -node WHERE node = ?", arguments: [one])
    default:
      try database.execute(
        sql: "UPDATE object SET body = ?2 WHERE node = ?1", arguments: [one, olderBodies[one]])
    }
  }
}
