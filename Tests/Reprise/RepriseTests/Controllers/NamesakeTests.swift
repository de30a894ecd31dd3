import Reprise
import RepriseTesting
import Testing

/// Children of one name are told apart by their places, which move up when one goes.
@Suite struct NamesakeTests {
  private final class Pair: ViewController {
    init(_ count: Int) {
      super.init()
      restorationIdentifier = "pair"
      for _ in 0..<count { addChild(Worded("same")) }
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(objects: children, forKey: "children")
    }
  }

  @Test func namesakesAreRestoredInOrder() throws {
    var count = 2
    let pilot = try Pilot.showing(expecting: ["are named \"same\""]) { Pair(count) }
    let pair = try #require(pilot.root(Pair.self))
    (pair.children[1] as? Worded)?.word = "kept"
    try pilot.settle()
    pair.removeChild(pair.children[0])
    try pilot.settle()
    count = 1
    try pilot.restartAndRestore()
    #expect((pilot.root(Pair.self)?.children[0] as? Worded)?.word == "kept")
  }
}
