import Testing

@testable import Reprise

/// Which `Restorable` properties are found in which object.
@Suite struct FindingTests {
  private final class Inner: ViewController {
    @Restorable("word") var word = ""
  }

  private class Outer: ViewController {
    @Restorable("before") var before = ""
    let inner = Inner()
    let view1 = View()
    var others: [String: Set<Int>] = [:]
    @Restorable var after: Int

    init(after: Int) {
      _after = Restorable(wrappedValue: after, "after")
      super.init()
    }
  }

  private final class Outermost<Item: Codable>: Outer {
    @Restorable("items") var items: [Item] = []
    let label = Label("a")

    init(item: Item) {
      super.init(after: 1)
      items = [item]
    }
  }

  private final class Plain: StateRestoring {
    @Restorable("plain") var plain = 0.5
    let inner = Inner()
  }

  /// One object is made while another one's properties are.
  @Test func eachObjectHasItsOwn() {
    let waiting = RestorableProperty.waiting
    let outer = Outermost(item: ["a"])
    #expect(outer.restorables.map(\.key) == ["before", "after", "items"])
    #expect(outer.inner.restorables.map(\.key) == ["word"])
    #expect(outer.view1.restorables.isEmpty && outer.label.restorables.isEmpty)
    #expect(RestorableProperty.waiting == waiting, "all were found")
  }

  @Test func otherObjectsAreSearchedOnRequest() {
    let waiting = RestorableProperty.waiting
    let plain = Plain()
    #expect(plain.inner.restorables.map(\.key) == ["word"])
    for _ in 0..<2 { #expect(RestorableProperties.find(in: plain).map(\.key) == ["plain"]) }
    #expect(RestorableProperty.waiting == waiting)
  }

  @Test func unrequestedPropertiesAreReleasedWithTheirObject() {
    let waiting = RestorableProperty.waiting
    do {
      let plain = Plain()
      #expect(plain.plain == 0.5)
      #expect(RestorableProperty.waiting == waiting + 1)
    }
    #expect(RestorableProperty.waiting == waiting)
  }
}
