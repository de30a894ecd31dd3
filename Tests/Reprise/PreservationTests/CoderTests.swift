import RepriseTesting
import Testing

@testable import Preservation

/// A coder's knowledge of its values.
@Suite(.leavesMainActorAlone) struct CoderTests {
  private struct NoObjects: ReferenceCoding {
    func reference(to object: AnyObject) -> NodeID? { nil }
    func object(for node: NodeID) -> AnyObject? { nil }
    func coder(for node: NodeID) -> Coder? { nil }
  }

  private func coder(_ count: Int) -> Coder {
    Coder(
      values: (0..<count).map { (key: "k\($0)", value: .int(Int64($0))) }, references: NoObjects())
  }

  /// Few values are searched one by one, many through a table.
  @Test(arguments: [3, 40])
  func unreadKeysAreKnown(_ count: Int) {
    let coder = coder(count)
    #expect(coder.unreadKeys.count == count)
    #expect(coder.decodeInt(forKey: "k1") == 1)
    #expect(coder.unreadKeys == (0..<count).filter { $0 != 1 }.map { "k\($0)" })
    #expect(!coder.containsValue(forKey: "missing"))
    #expect(coder.unreadKeys.count == count - 1)
  }
}
