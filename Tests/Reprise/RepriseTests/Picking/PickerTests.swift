import Reprise
import RepriseTesting
import Testing

/// A list from which one entry is chosen, and the line above it.
@Suite struct PickerTests {
  private static let fruits = ["Apple", "Äpfel rot", "Banana", "茶 tea"].map {
    PickerViewController.Option(id: $0.lowercased(), title: $0)
  }

  /// A picker subclass that can be restored.
  private final class FruitPicker: PickerViewController {
    override func loadOptions() -> [Option] { PickerTests.fruits }

    override func newOption(from text: String) -> Option? {
      text.isEmpty ? nil : Option(id: "new", title: "New: \(text)")
    }

    override func choose(_ option: Option) -> Bool { option.id != "banana" }
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  /// A stack with a `FruitPicker`, which a registered factory restores.
  private func pilotOfOwnClass() throws -> Pilot {
    var registry = RestorationRegistry()
    registry.restore(FruitPicker.self, as: "fruit picker") { _ in
      let picker = FruitPicker()
      picker.title = "Fruit"
      return picker
    }
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10), registry: registry) {
      NavigationController(rootViewController: Rows("root", [Label("below")]))
    }
    let picker = FruitPicker()
    picker.title = "Fruit"
    pilot.root(NavigationController.self)?.push(picker)
    try pilot.settle()
    return pilot
  }

  @Test func theChosenOneIsMarkedAndSelected() throws {
    var chosen: [String] = []
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
      NavigationController(rootViewController: Rows("root", [Label("below")]))
    }
    let picker = PickerViewController(Self.fruits, selectedID: "banana") { chosen.append($0.id) }
    picker.title = "Fruit"
    pilot.root(NavigationController.self)?.push(picker)
    try pilot.settle()
    #expect(pilot.screen.contains(" / type to narrow"))
    #expect(pilot.screen.contains("✓"))
    try press("<Down><Enter>", pilot)
    #expect(chosen == ["茶 tea"])
    #expect(pilot.root(NavigationController.self)?.viewControllers.count == 1)
  }

  @Test(arguments: [
    ("ap", ["Apple", "Äpfel rot"]), ("APF rot", ["Äpfel rot"]), ("茶", ["茶 tea"]), ("zebra", []),
  ])
  func typingNarrowsTheList(_ text: String, _ titles: [String]) throws {
    let pilot = try Pilot.showing { PickerViewController(Self.fruits) { _ in } }
    try pilot.type(text)
    for option in Self.fruits {
      #expect(pilot.screen.contains(option.title) == titles.contains(option.title))
    }
    if titles.isEmpty { #expect(pilot.screen.contains("Nothing matches.")) }
  }

  /// As a sheet it closes itself.
  @Test func aPresentedPickerClosesWhenSomethingIsChosen() throws {
    var chosen: [String] = []
    let pilot = try Pilot.showing { Rows("root", [Label("below")]) }
    let picker = PickerViewController(Self.fruits) { chosen.append($0.title) }
    pilot.root(Rows.self)?.present(picker)
    try pilot.settle()
    try press("ban<Down><Up><Enter>", pilot)
    #expect(chosen == ["Banana"] && pilot.screen == " below")
  }

  @Test func typedTextAndSelectionAreRestored() throws {
    let pilot = try pilotOfOwnClass()
    try press("a<Left><Down>", pilot)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    try press("b", pilot)
    #expect(pilot.screen.contains("/ ba") && pilot.screen.contains("New: ba"))
  }

  @Test func refusedChoiceKeepsThePickerOpen() throws {
    let pilot = try pilotOfOwnClass()
    try press("banana<Down><Up><Enter>", pilot)
    #expect(pilot.root(NavigationController.self)?.viewControllers.count == 2)
    try press("<Down><Enter>", pilot)
    #expect(pilot.root(NavigationController.self)?.viewControllers.count == 1, "the new one is")
  }

  /// Enter takes what fits best, whatever was chosen before.
  @Test(arguments: [("rot<Enter>", "Äpfel rot"), ("a<Enter>", "Apple"), ("<Enter>", "Banana")])
  func enterChoosesTheFirstMatch(_ keys: String, _ title: String) throws {
    var chosen: [String] = []
    let pilot = try Pilot.showing { Rows("root", [Label("below")]) }
    let picker = PickerViewController(Self.fruits, selectedID: "banana") { chosen.append($0.title) }
    pilot.root(Rows.self)?.present(picker)
    try pilot.settle()
    try press(keys, pilot)
    #expect(chosen == [title])
  }

  @Test func textTypedBeforeItAppearsFiltersThePicker() throws {
    let pilot = try Pilot.showing {
      let picker = PickerViewController(Self.fruits, selectedID: "banana") { _ in }
      picker.narrow(to: "a")
      return picker
    }
    try press("p", pilot)
    #expect(pilot.screen.contains("/ ap") && pilot.screen.contains("Äpfel rot"))
    #expect(!pilot.screen.contains("Banana"))
    pilot.root(PickerViewController.self)?.narrow(to: "ban")
    try pilot.settle()
    #expect(pilot.screen.contains("/ ban") && pilot.screen.contains("Banana"))
  }

  /// After a click into the list, too.
  @Test func lettersAreAlwaysTyped() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
      PickerViewController(Self.fruits) { _ in }
    }
    try press("rot", pilot)
    #expect(pilot.screen.contains("/ rot") && !pilot.screen.contains("Banana"))
    try press("<^U>", pilot)
    try pilot.click(x: 2, y: 3)
    try press("ban", pilot)
    #expect(pilot.screen.contains("/ ban") && !pilot.screen.contains("Apple"))
    try press("<^U>", pilot)
    try pilot.click(x: 2, y: 3)
    try press("/app", pilot)
    #expect(pilot.screen.contains("/ app"), "the slash leads to the line")
  }

  /// As in any field that completes what is typed.
  @Test(arguments: ["<Tab>", "<Shift-Tab>"])
  func tabChoosesAndMovesToTheNextField(key: String) throws {
    var chosen: [String] = []
    let (before, after) = (TextField(), TextField())
    let pilot = try Pilot.showing(size: Size(width: 60, height: 10)) {
      let choice = Choice([])
      let form = Rows("form", [before, choice, after])
      choice.addAction(for: .primaryActionTriggered) { [unowned form] in
        let picker = PickerViewController(Self.fruits) { chosen.append($0.id) }
        form.navigationController?.push(picker)
      }
      return NavigationController(rootViewController: form)
    }
    try press("<Tab><Enter>rot" + key, pilot)
    #expect(chosen == ["äpfel rot"])
    try press("x", pilot)
    #expect((before.text, after.text) == (key == "<Tab>" ? ("", "x") : ("x", "")))
  }

  /// A choice for a list has no next field.
  @Test func tabChoosesForAListAndStaysThere() throws {
    var chosen: [String] = []
    let pilot = try Pilot.showing { Rows("root", [TableView(), TextField()]) }
    let picker = PickerViewController(Self.fruits) { chosen.append($0.id) }
    pilot.root(Rows.self)?.present(picker)
    try pilot.settle()
    try press("<Tab>", pilot)
    #expect(chosen == ["apple"])
    #expect(pilot.application.window.firstResponder is TableView)
  }

  @Test func tabChoosesNothingWithoutAMatch() throws {
    var chosen: [String] = []
    let pilot = try Pilot.showing { Rows("root", [Label("below")]) }
    pilot.root(Rows.self)?.present(PickerViewController(Self.fruits) { chosen.append($0.id) })
    try pilot.settle()
    try press("zebra<Tab>s", pilot)
    #expect(chosen == [] && pilot.screen.contains("/ zebras"))
  }

  @Test func remarkTakesAtMostHalfTheLine() throws {
    let bar = SearchBar()
    let pilot = try Pilot.showing { Rows("rows", [bar]) }
    bar.frame = Rect(x: 0, y: 0, width: 30, height: 1)
    bar.remark = "one of two"
    try pilot.settle()
    try pilot.type("tea")
    let gap = String(repeating: " ", count: 9)
    #expect(pilot.screen == " / tea\(gap)    one of two")
    bar.remark = String(repeating: "long ", count: 20)
    try pilot.settle()
    #expect(pilot.screen == " / tea\(gap)long long lon…")
    #expect(bar.text == "tea")
  }

  @Test func aBarIsBoundToAProperty() throws {
    final class Screen: ViewController {
      @Restorable("filter") var filter = ""
      lazy var bar = SearchBar($filter)
      override init() {
        super.init()
        restorationIdentifier = "screen"
      }
      override func loadView() -> View { bar }
    }
    let pilot = try Pilot.showing { Screen() }
    try press("tea<Left>", pilot)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    #expect(pilot.root(Screen.self)?.filter == "tea")
  }

  /// A click takes the focus into the list; the next letter brings it back into the line.
  @Test func aLetterAfterAClickLeadsBackToTheLine() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
      PickerViewController(Self.fruits) { _ in }
    }
    try pilot.click(x: 3, y: 2)
    try press("an", pilot)
    #expect(pilot.screen.contains("/ an") && pilot.frame.cursor?.y == 0)
    try press("<Backspace>", pilot)
    #expect(pilot.screen.contains("/ a") && !pilot.screen.contains("/ an"))
  }
}
