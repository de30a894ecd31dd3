import Reprise
import RepriseTesting
import Testing

/// Controls whose options stand for values store the value, not its index.
@Suite struct ValueControlTests {
  private enum Order: String, RestorableValue {
    case name, value, date, place
  }

  private final class Form: ViewController {
    @Restorable("order") var order = Order.name
    @Restorable("condition") var condition: Order? = nil
    let orders: [Order]
    private(set) lazy var segments = SegmentedControl(orders, $order) { $0.rawValue }
    private(set) lazy var choice = Choice(orders, $condition) { $0.rawValue }

    init(_ orders: [Order]) {
      self.orders = orders
      super.init()
      restorationIdentifier = "form"
    }

    override func loadView() -> View {
      Column {
        segments
        choice
      }
    }
  }

  /// The options of the next launch.
  private final class Options {
    var orders: [Order] = [.name, .value, .date]
  }

  private func pilot(_ options: Options = Options()) throws -> Pilot {
    try Pilot.showing { Form(options.orders) }
  }

  @Test func theValueIsSet() throws {
    let pilot = try pilot()
    let form = try #require(pilot.root(Form.self))
    try pilot.press(KeyPress(.right))
    #expect(form.order == .value)
    try pilot.press(KeyPress(.tab), KeyPress(.enter), KeyPress(.down), KeyPress(.enter))
    #expect(form.condition == .value && form.choice.selectedIndex == 1)
    form.order = .date
    try pilot.settle()
    #expect(pilot.screen.contains("[date]"))
  }

  @Test func theChosenValueComesBackIfTheOptionsAreInAnotherOrder() throws {
    let options = Options()
    let pilot = try pilot(options)
    try pilot.press(
      KeyPress(.right), KeyPress(.tab), KeyPress(.enter), KeyPress(.down), KeyPress(.enter))
    options.orders = [.date, .place, .value, .name]
    try pilot.restartAndRestore()
    let form = try #require(pilot.root(Form.self))
    #expect(form.order == .value && form.condition == .value)
    #expect(pilot.screen.hasPrefix(" date  place [value] name"), "\(pilot.screen)")
    #expect(form.choice.isFocused && form.choice.selectedIndex == 2)
  }

  @Test func aValueThatIsNoOptionIsKept() throws {
    let options = Options()
    let pilot = try pilot(options)
    try pilot.press(KeyPress(.right))
    options.orders = [.name, .place]
    try pilot.restartAndRestore()
    let form = try #require(pilot.root(Form.self))
    #expect(form.order == .value && pilot.screen.contains("[name]"))
    #expect(pilot.problems == [])
  }
}
