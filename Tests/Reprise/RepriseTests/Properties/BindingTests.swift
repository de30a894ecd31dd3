import Observation
import Reprise
import RepriseTesting
import Synchronization
import Testing

/// `$property`, and what Observation sees of it.
@Suite struct BindingTests {
  private struct Filter: Codable, Equatable { var words = "", isStrict = false }

  private final class Screen: ViewController {
    @Restorable("name") var name = "a"
    @Restorable("filter") var filter = Filter()
    @Restorable("count") var count = 0
    @Restorable("other") var other: ViewController?
    @Restorable("others") var others: [ViewController] = []

    override init() {
      super.init()
      restorationIdentifier = "screen"
    }
  }

  @Observable final class Model { var isLoud = false }

  @Test func aBindingReadsAndSetsTheProperty() {
    let screen = Screen()
    let name = screen.$name
    name.wrappedValue = "b"
    #expect(screen.name == "b")
    screen.name = "c"
    #expect(name.wrappedValue == "c")
    #expect(name.key == "name")
  }

  @Test func valueSetThroughABindingIsStored() throws {
    let pilot = try Pilot.showing { Screen() }
    try #require(pilot.root(Screen.self)).$name.wrappedValue = "by hand"
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(pilot.root(Screen.self)?.name == "by hand")
  }

  @Test func aPartIsSetInItsWhole() {
    let screen = Screen()
    let words = screen.$filter.words
    screen.filter.isStrict = true
    words.wrappedValue = "cork"
    #expect(screen.filter == Filter(words: "cork", isStrict: true))
    #expect(words.key == nil, "two parts of one property would be namesakes")
  }

  @Test func aModelIsBoundByAKeyPath() {
    let model = Model()
    Binding(model, \.isLoud).wrappedValue = true
    #expect(model.isLoud)
  }

  @Test func constantBindingIsUnchanged() {
    let binding = Binding.constant(7)
    binding.wrappedValue = 8
    #expect(binding.wrappedValue == 7)
  }

  /// Counts the changes of which a reader was notified.
  private func changes(reading read: () -> Void, _ change: () -> Void) -> Int {
    let told = Mutex(0)
    withObservationTracking(read) { told.withLock { $0 += 1 } }
    change()
    return told.withLock { $0 }
  }

  @Test func readersAreNotifiedOfChanges() {
    let screen = Screen()
    let name = screen.$name
    #expect(changes(reading: { _ = screen.name }) { screen.name = "b" } == 1)
    #expect(changes(reading: { _ = name.wrappedValue }) { screen.name = "c" } == 1)
    #expect(changes(reading: { _ = screen.name }) { name.wrappedValue = "d" } == 1)
    #expect(changes(reading: { _ = screen.name }) { screen.count = 1 } == 0)
    #expect(changes(reading: {}) { screen.name = "e" } == 0)
  }

  /// Else two screens that derive from each other would never come to an end.
  @Test func settingAnEqualValueIsNoChange() {
    let (screen, other) = (Screen(), Screen())
    (screen.other, screen.others) = (other, [other])
    let read = { _ = (screen.name, screen.filter, screen.other, screen.others) }
    #expect(changes(reading: read) { screen.name = screen.name } == 0)
    #expect(changes(reading: read) { screen.filter = screen.filter } == 0)
    #expect(changes(reading: read) { screen.other = other } == 0)
    #expect(changes(reading: read) { screen.others = [other] } == 0)
    #expect(changes(reading: read) { screen.others = [] } == 1)
  }
}
