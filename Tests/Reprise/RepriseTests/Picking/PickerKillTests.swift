import RepriseTesting
import Testing

@testable import Reprise

/// A picker makes what was typed in the app's own data, which is stored before the screen: a kill fits in between.
@Suite struct PickerKillTests {
  /// The data of an app, which a kill does not take back.
  private final class Pantry {
    var fruits = ["apple"]
    var chosen: String?

    /// When a kill comes in the turn that makes something.
    var kill = Kill.none
  }

  enum Kill { case none, beforeTheData, behindTheData }

  private final class FruitPicker: PickerViewController {
    let pantry: Pantry

    init(_ pantry: Pantry) {
      self.pantry = pantry
      super.init()
      title = "Fruit"
    }

    override func loadOptions() -> [Option] { pantry.fruits.map { Option(id: $0, title: $0) } }

    override func newOption(from text: String) -> Option? {
      text.isEmpty || existingOption(for: text) != nil
        ? nil : Option(id: "new", title: "New: \(text)")
    }

    override func choose(_ option: Option) -> Bool {
      if option.id == "new" {
        let application = view.window?.application
        if pantry.kill != .beforeTheData { pantry.fruits.append(searchBar.text) }
        // Nothing of the rest of this turn is stored.
        if pantry.kill != .none { application?.preservation.isPreserving = false }
      }
      pantry.chosen = option.id == "new" ? searchBar.text : option.id
      return true
    }
  }

  private func pilot(_ pantry: Pantry) throws -> Pilot {
    var registry = RestorationRegistry()
    registry.restore(FruitPicker.self, as: "fruit picker") { _ in FruitPicker(pantry) }
    return try Pilot.showing(size: Size(width: 40, height: 10), registry: registry) {
      let choice = Choice([])
      let form = Rows("form", [TextField(), choice, TextField()])
      choice.addAction(for: .primaryActionTriggered) { [unowned form] in
        form.navigationController?.push(FruitPicker(pantry))
      }
      return NavigationController(rootViewController: form)
    }
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  @Test(arguments: ["<Enter>", "<Tab>", "<Shift-Tab>"])
  func killAfterTheDataRestoresTheChoice(_ key: String) throws {
    let (whole, cut) = (Pantry(), Pantry())
    let calm = try pilot(whole)
    try press("<Tab><Enter>kiwi\(key)", calm)
    cut.kill = .behindTheData
    let pilot = try pilot(cut)
    try press("<Tab><Enter>kiwi\(key)", pilot)
    cut.chosen = nil
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == calm.frame.ansi())
    #expect(cut.chosen == "kiwi" && cut.fruits == ["apple", "kiwi"])
    // And it stays so.
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == calm.frame.ansi())
  }

  @Test func killBeforeTheDataRestoresTheStateBeforeTheKey() throws {
    let pantry = Pantry()
    let pilot = try pilot(pantry)
    try press("<Tab><Enter>kiwi", pilot)
    let before = pilot.frame
    pantry.kill = .beforeTheData
    try press("<Enter>", pilot)
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    pantry.kill = .none
    try press("<Enter>", pilot)
    #expect(pantry.fruits == ["apple", "kiwi"])
  }
}
