import Storage
import Foundation
import RepriseTesting
import Testing

@testable import Preservation

/// Records survive a round trip through bytes, and damaged bytes never do harm.
@Suite(.leavesMainActorAlone) struct RecordBytesTests {
  @Test(arguments: 0..<200 as Range<UInt64>) func aRecordSurvivesItsBytes(seed: UInt64) throws {
    let record = Self.record(seed: seed)
    let back = try ObjectRecord(node: record.node, bytes: record.encoded())
    #expect(back == record, "seed \(seed)")
  }

  @Test func aNodeIsShownInHexadecimal() {
    #expect(NodeID(rawValue: 0xC0FFEE).description == "c0ffee")
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func everyTruncationIsRefused(seed: UInt64) {
    let record = Self.record(seed: seed)
    let bytes = record.encoded()
    for length in 0..<bytes.count {
      #expect(throws: DecodingFailure.self, "seed \(seed), cut to \(length) of \(bytes.count)") {
        try ObjectRecord(node: record.node, bytes: Array(bytes[..<length]))
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func noFlippedBitCrashes(seed: UInt64) {
    let record = Self.record(seed: seed)
    let bytes = record.encoded()
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      _ = try? ObjectRecord(node: record.node, bytes: damaged)
    }
  }

  @Test(arguments: [(63, true), (64, false)])
  func valuesNestAsDeepAsTheLimit(_ levels: Int, _ isAllowed: Bool) throws {
    for wrap in [{ Value.array([$0]) }, { Value.dictionary(["in": $0]) }] {
      let value = (0..<levels).reduce(Value.int(1)) { value, _ in wrap(value) }
      var record = Self.record(seed: 1)
      record.keyedValues = [KeyedValue(key: "deep", value: value)]
      let back = try? ObjectRecord(node: record.node, bytes: record.encoded())
      #expect((back == record) == isAllowed)
    }
  }

  /// The tenth byte of a number has room for its highest bit, and for nothing else.
  @Test func aNumberOfMoreThan64BitsIsRefused() throws {
    var writer = ByteWriter()
    writer.write(Int64.min)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.readInt() == .min)
    reader = ByteReader(writer.bytes.dropLast() + [2])
    #expect(throws: DecodingFailure.malformed("a number is too long")) { try reader.readInt() }
  }

  /// The digest of FIPS 180 for `abc`.
  @Test func aDigestIsWrittenInHexadecimalDigits() {
    #expect(
      Digest.of(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func aCountBeyondTheBytesIsRefusedBeforeAllocating() {
    var writer = ByteWriter()
    writer.write(ByteWriter.Tag.array.rawValue)
    writer.write(Int64.max)
    var reader = ByteReader(writer.bytes)
    #expect(throws: DecodingFailure.truncated) { try reader.readValue() }
  }

  @Test func nestingHasALimit() {
    var value = Value.int(1)
    for _ in 0..<100 { value = .array([value]) }
    var writer = ByteWriter()
    writer.write(value)
    var reader = ByteReader(writer.bytes)
    #expect(throws: DecodingFailure.malformed("values nest too deep")) { try reader.readValue() }
  }

  static func record(seed: UInt64) -> ObjectRecord {
    var random = SeededGenerator(seed: seed)
    var carried = UnknownRecords()
    if Bool.random(using: &random) {
      carried = UnknownRecords(
        values: [("newer", value(&random, depth: 0))], links: [("a", value(&random, depth: 0))])
      carried.giveWay(to: [("a", value(&random, depth: 0))], isFirst: Bool.random(using: &random))
    }
    return ObjectRecord(
      node: .random(), kind: .controller, parent: Bool.random(using: &random) ? .random() : nil,
      identifier: text(&random), index: Bool.random(using: &random) ? 3 : nil,
      typeKey: text(&random), schema: Int.random(in: 1...300, using: &random),
      restorationClass: Bool.random(using: &random) ? "class" : nil,
      values: (0..<6).map { ("key \($0)", value(&random, depth: 0)) }, carried: carried)
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    ["", "a", "Дрель", "茶壶", "👩‍👩‍👧", "line\nbreak", "\u{1B}[31m"].randomElement(using: &random) ?? ""
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> Value {
    switch Int.random(in: 0..<(depth < 3 ? 10 : 8), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .int(Int64(truncatingIfNeeded: random.next()))
    case 3: .double(Double(random.next()))
    case 4: .string(text(&random))
    case 5: .data(Data((0..<5).map { _ in UInt8.random(in: 0...255, using: &random) }))
    case 6: .date(Double.random(in: -1e9...1e9, using: &random))
    case 7: .reference(NodeID(rawValue: Int64.random(in: 1...Int64.max, using: &random)))
    case 8: .array((0..<3).map { _ in value(&random, depth: depth + 1) })
    default: .dictionary(["k": value(&random, depth: depth + 1), "": .null])
    }
  }
}

extension ObjectRecord {
  /// The record as bytes.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }
}
