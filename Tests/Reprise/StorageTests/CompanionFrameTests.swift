import Foundation
import Storage
import Testing

@Suite struct CompanionFrameTests {
  private let frames = [
    CompanionFrame(kind: 1), CompanionFrame(kind: 2, payload: Data([7])),
    CompanionFrame(kind: 255, payload: Data(repeating: 9, count: 300)),
  ]

  /// The channel may cut a frame anywhere.
  @Test(arguments: [1, 2, 4, 5, 6, 299, 1000])
  func framesThatArriveInPiecesAreWhole(_ size: Int) throws {
    let bytes = frames.reduce(Data()) { $0 + $1.bytes }
    var reader = CompanionFrameReader(limit: 300)
    var found: [CompanionFrame] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(bytes.count, start + size)])
      while let frame = try reader.next() { found.append(frame) }
    }
    #expect(found == frames)
    #expect(reader.isBetweenFrames)
  }

  @Test func aPayloadAboveTheLimitIsRefusedBeforeItArrives() {
    var reader = CompanionFrameReader(limit: 300)
    reader.append(CompanionFrame.head(kind: 1, length: 301))
    #expect(throws: CompanionFrameReader.TooLong.self) { try reader.next() }
  }

  @Test func incompleteFrameIsNotDelivered() throws {
    var reader = CompanionFrameReader(limit: 300)
    reader.append(frames[1].bytes.dropLast())
    #expect(try reader.next() == nil)
    #expect(!reader.isBetweenFrames)
  }
}
