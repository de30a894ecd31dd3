import RepriseTesting
import Testing

@testable import Reprise

/// Which object a launch that dies is put down to (design 3 "Coming back").
@Suite struct LaunchMarkTests {
  private let saved = [
    ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: "", typeKey: "app"),
    ObjectRecord(
      node: NodeID(rawValue: 10), kind: .controller, parent: .application, identifier: "left",
      typeKey: "screen"),
    ObjectRecord(
      node: NodeID(rawValue: 11), kind: .view, parent: NodeID(rawValue: 10), identifier: "view",
      typeKey: "view"),
    ObjectRecord(
      node: NodeID(rawValue: 20), kind: .controller, parent: .application, identifier: "right",
      typeKey: "screen"),
  ]

  /// Migrates what is saved; says what the guard heard, a dot for each step that was taken.
  private func migrated(without leftOut: NodeID?) -> (UpdatedRecords, heard: [String]) {
    var heard: [String] = []
    var history = RestorationHistory()
    for type in ["screen", "view"] {
      history.schemas[type] = 2
      history.migrations[type] = [1: { _ in heard.append(".") }]
    }
    let updated = UpdatedRecords(saved, by: history, without: leftOut) { node in
      heard.append(node.map { "\($0.rawValue)" } ?? "nothing")
    }
    return (updated, heard)
  }

  @Test func beforeEachMigrationTheScreenIsNoted() {
    let (_, heard) = migrated(without: nil)
    #expect(heard == ["nothing", "10", ".", "10", ".", "20", ".", "nothing"])
  }

  @Test func whatIsLeftOutIsNotMigratedNorAreItsViews() {
    let (updated, heard) = migrated(without: NodeID(rawValue: 10))
    #expect(heard == ["nothing", "20", ".", "nothing"])
    #expect(updated.records.mapValues(\.schema).values.sorted() == [1, 1, 1, 2])
    #expect(updated.unknown.isEmpty)
  }
}
