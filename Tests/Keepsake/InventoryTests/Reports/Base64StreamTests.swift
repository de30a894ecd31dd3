import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct Base64StreamTests {
  @Test(arguments: [1, 2, 3] as [UInt64]) func encodingInPiecesMatchesFoundation(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var stream = Base64Stream()
      var text: [UInt8] = []
      var start = 0
      while start < length {
        let end = min(length, start + Int.random(in: 0...40, using: &random))
        text += bytes[start..<end].withUnsafeBytes { stream.text(of: $0) }
        start = end
      }
      text += stream.end()
      #expect(
        String(decoding: text, as: UTF8.self) == Data(bytes).base64EncodedString(),
        "seed \(seed), \(length) bytes")
    }
  }
}
