import RepriseTesting
import Testing

@testable import Preservation

/// Changes that a migration makes to saved values, and values that are carried along.
@Suite(.leavesMainActorAlone) struct SavedStateTests {
  private func pairs(_ values: [(key: String, value: Value)]) -> [String] {
    values.map { "\($0.key)=\($0.value)" }
  }

  private var state: SavedState { SavedState([("a", .int(1)), ("b", .int(2))]) }

  @Test func aValueIsSetInItsPlaceAddedAndTakenAway() {
    var state = state
    state["a"] = .int(3)
    state["c"] = .bool(true)
    #expect(state.values.map(\.key) == ["a", "b", "c"])
    #expect(state["a"] == .int(3) && state["c"] == .bool(true))
    state["a"] = nil
    state["missing"] = nil
    #expect(state.values.map(\.key) == ["b", "c"])
    #expect(state["a"] == nil)
  }

  @Test func renamedKeyReplacesTheOtherValue() {
    var state = state
    state.rename("a", to: "b")
    #expect(pairs(state.values) == pairs([("b", .int(1))]))
    state.rename("missing", to: "b")
    #expect(state["b"] == .int(1))
  }

  private func record(
    _ values: [(key: String, value: Value)], _ carried: UnknownRecords
  ) -> ObjectRecord {
    ObjectRecord(
      node: NodeID(rawValue: 7), kind: .object, parent: nil, identifier: "x", typeKey: "",
      values: values, carried: carried)
  }

  @Test func carriedValuesAccompanyTheObjectsOwn() {
    let link = Value.reference(NodeID(rawValue: 9))
    var carried = UnknownRecords(
      values: [("unknown", .int(5)), ("own", .int(6))], links: [("gone", link), ("kept", link)])
    let own: [(key: String, value: Value)] = [("own", .int(1)), ("kept", .null)]
    carried.giveWay(to: own, isFirst: true)
    let merged = record(own, carried).valuesWithCarried
    #expect(
      pairs(merged)
        == pairs([("own", .int(1)), ("kept", link), ("unknown", .int(5)), ("gone", link)]))
  }

  @Test func aLinkThatWasChangedSinceIsLeftOut() {
    let link = Value.reference(NodeID(rawValue: 9))
    var carried = UnknownRecords(values: [], links: [("kept", link)])
    carried.giveWay(to: [("kept", .null)], isFirst: true)
    let changed = record([("kept", .int(2))], carried).valuesWithCarried
    #expect(pairs(changed) == pairs([("kept", .int(2))]))
  }
}
