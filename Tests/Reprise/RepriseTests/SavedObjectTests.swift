import Preservation
import RepriseTesting
import Testing

@testable import Reprise

/// State with valid seals but an impossible shape: cycles of parents, endless chains.
@Suite struct SavedObjectTests {
  private func object(_ number: Int64, _ kind: ObjectRecord.Kind, parent: Int64?) -> ObjectRecord {
    ObjectRecord(
      node: NodeID(rawValue: number), kind: kind, parent: parent.map { NodeID(rawValue: $0) },
      identifier: "\(number)", typeKey: "object")
  }

  private func saved(_ records: [ObjectRecord]) -> SavedObjects {
    SavedObjects(records, by: RestorationHistory(), without: nil, note: { _ in })
  }

  @Test func aPathLeadsFromTheRootDown() {
    let objects = saved([
      object(1, .application, parent: nil), object(2, .window, parent: 1),
      object(30, .controller, parent: 2), object(40, .controller, parent: 30),
    ])
    #expect(objects[NodeID(rawValue: 40)]?.path == ["30", "40"])
    #expect(objects[NodeID(rawValue: 30)]?.path == ["30"])
  }

  @Test(arguments: [ObjectRecord.Kind.application, .window])
  func aPathEndsWhereParentsGoInCircles(kind: ObjectRecord.Kind) {
    let objects = saved([object(7, kind, parent: 7), object(30, .controller, parent: 7)])
    #expect(objects[NodeID(rawValue: 30)]?.path == ["30"])
    let circle = saved([object(30, .controller, parent: 40), object(40, .controller, parent: 30)])
    #expect(circle[NodeID(rawValue: 40)]?.path.count == 64)
  }

  @Test func aChainOfAnyLengthIsWalked() throws {
    final class Delegate: ApplicationDelegate {}
    let count: Int64 = 50_000
    let chain = (1...count).map { number in
      var record = object(number, number == 1 ? .application : .object, parent: nil)
      if number < count { record.values = [("next", .reference(NodeID(rawValue: number + 1)))] }
      return record
    }
    let delegate = Delegate()
    let application = Application(
      delegate: delegate, device: HeadlessTerminal(), store: StateStore(unavailable: "test"))
    let restorer = Restorer(application: application, records: chain, info: ArchiveInfo())
    restorer.restore()
    #expect(restorer.report.entries.count == Int(count) - 1)
  }
}
