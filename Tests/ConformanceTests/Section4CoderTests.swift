import Foundation
import Reprise
import RepriseTesting
import Testing

/// Coders: contract 4.
@Suite struct Section4CoderTests {
  /// Encodes with one coder and decodes with the restored one.
  private func roundTrip(
    _ plan: Plan = Plan(), write: @escaping (Coder) -> Void, read: @escaping (Coder) -> Void
  ) throws {
    let stage = try Stage.root(plan) { plan in
      let screen = Screen("screen", plan)
      screen.write = write
      screen.read = read
      return screen
    }
    try stage.restart()
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_4_1_eachObjectHasItsOwnKeys() throws {
    let stage = try Stage.tabs { [Screen("left", $0), Screen("right", $0)] }
    try stage.tab(0, Screen.self).word = "left's"
    try stage.tab(1, Screen.self).word = "right's"
    try stage.restart()
    #expect(try stage.tab(0, Screen.self).word == "left's")
    #expect(try stage.tab(1, Screen.self).word == "right's")
  }

  @Test func rule_4_2_plainValuesComeBackAsTheyWere() throws {
    var count = 0
    let moment = Date(timeIntervalSince1970: 1_234_567.5)
    try roundTrip {
      $0.encode(true, forKey: "flag")
      $0.encode(-7, forKey: "number")
      $0.encode(Int.max, forKey: "largest")
      $0.encode(0.1, forKey: "part")
      $0.encode("слово 茶壶", forKey: "text")
      $0.encode(Data([0, 255]), forKey: "bytes")
      $0.encode(moment, forKey: "moment")
      $0.encode(["a", ""], forKey: "texts")
      $0.encode(3, forKey: "range.start")
      $0.encode(9, forKey: "range.end")
    } read: { coder in
      count += 1
      #expect(coder.decodeBool(forKey: "flag"))
      #expect(coder.decodeInt(forKey: "number") == -7)
      #expect(coder.decodeInt(forKey: "largest") == Int.max)
      #expect(coder.decodeDouble(forKey: "part") == 0.1)
      #expect(coder.decodeString(forKey: "text") == "слово 茶壶")
      #expect(coder.decodeData(forKey: "bytes") == Data([0, 255]))
      #expect(coder.decodeDate(forKey: "moment") == moment)
      #expect(coder.decodeStrings(forKey: "texts") == ["a", ""])
      #expect(coder.containsValue(forKey: "range.start"))
      #expect(!coder.containsValue(forKey: "range.middle"))
    }
    #expect(count == 1)
  }

  private final class Note: Codable {
    var text: String

    init(text: String) {
      self.text = text
    }
  }

  @Test func rule_4_3_otherValuesAreStoredAsCopies() throws {
    let note = Note(text: "saved")
    var found: [Note?] = []
    try roundTrip {
      try? $0.encode(codable: note, forKey: "one")
      try? $0.encode(codable: note, forKey: "two")
    } read: { coder in
      found = ["one", "two"].map { coder.decode(Note.self, forKey: $0) }
    }
    #expect(found.map { $0?.text } == ["saved", "saved"])
    #expect(Set((found + [note]).map { $0.map(ObjectIdentifier.init) }).count == 3)
  }

  /// Otherwise unchanged state would be written again.
  @Test func equalValuesAreStoredAsEqualBytes() throws {
    var capacity = 0
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.write = { coder in
        capacity = 4096 - capacity
        var numbers: [String: Int] = [:]
        numbers.reserveCapacity(capacity)
        for number in 0..<50 { numbers["number \(number)"] = number }
        try? coder.encode(codable: numbers, forKey: "numbers")
      }
      return screen
    }
    for word in ["a", "b"] {
      try stage.root(Screen.self).word = word
      try stage.turn()
    }
    #expect(stage.pilot.problems == [])
  }

  @Test(arguments: [true, false])
  func rule_4_4_aReferenceYieldsTheRestoredObjectOrNil(comesBack: Bool) throws {
    let plan = Plan()
    var found: [AnyObject?] = []
    plan.makeByClass = { [unowned plan] _, _ in
      comesBack ? plan.application?.window.rootViewController?.children.last : nil
    }
    let stage = try Stage.tabs(plan) { plan in
      let (left, right) = (Screen("left", plan), Screen("right", plan, isMade: true))
      left.write = { [unowned right] in
        $0.encode(object: right, forKey: "other")
        $0.encode(objects: [right], forKey: "others")
      }
      left.read = {
        found = [$0.decodeObject(forKey: "other")]
        found += $0.decodeObjects(forKey: "others") ?? []
      }
      return [left, right]
    }
    try stage.restart()
    #expect(found.count == 2)
    let right = comesBack ? try stage.tab(1, Screen.self) : nil
    #expect(found.allSatisfy { $0 === right })
  }

  @Test func rule_4_5_everyCoderKnowsTheSavingProgram() throws {
    let plan = Plan()
    plan.version = "1.2.3"
    let start = Date().timeIntervalSince1970
    var found: [ArchiveInfo] = []
    plan.restores = { coder in
      found.append(coder.archiveInfo)
      return true
    }
    plan.makeByDelegate = { _, coder in
      found.append(coder.archiveInfo)
      return nil
    }
    plan.read = { found.append($0.archiveInfo) }
    try roundTrip(plan, write: { _ in }, read: { found.append($0.archiveInfo) })
    #expect(found.count == 4)
    for info in found {
      #expect(info.bundleVersion == "1.2.3")
      #expect(info.systemVersion.hasPrefix("Linux "))
      #expect(info.timestamp >= start && info.timestamp <= Date().timeIntervalSince1970)
    }
  }

  private func storyboardPlan() throws -> Plan {
    let plan = Plan()
    let text =
      "storyboard 1\ninitial first\nscene first\n  class screen\n"
      + "  restoration-identifier first\n"
    plan.storyboard = try Storyboard(
      name: "main", text: Array(text.utf8), registry: plan.registry, environment: plan.environment)
    return plan
  }

  @Test func rule_4_6_theCoderOfAControllerHoldsItsStoryboard() throws {
    let plan = try storyboardPlan()
    var found: [AnyObject?] = []
    plan.build = { [unowned plan] application in
      let plain = Screen("plain", plan)
      plain.modalPresentationStyle = .formSheet
      application.window.rootViewController?.present(plain)
    }
    plan.makeByDelegate = { _, coder in
      found.append(
        coder.decodeObject(forKey: Application.stateRestorationViewControllerStoryboardKey))
      return nil
    }
    try Stage(plan).restart()
    #expect(found.count == 2)
    #expect(found.contains { $0 === plan.storyboard })
    #expect(found.contains { $0 == nil }, "the other one was created in code")
  }

  @Test func rule_4_7_anAppCannotWriteTheStoryboardKey() throws {
    let plan = try storyboardPlan()
    let key = Application.stateRestorationViewControllerStoryboardKey
    plan.build = { [unowned plan] application in
      let (root, plain) = (application.window.rootViewController as? Screen, Screen("plain", plan))
      plain.modalPresentationStyle = .formSheet
      root?.present(plain)
      root?.write = { $0.encode("mine", forKey: key) }
      // The values that the kit would write for a screen created from the scene.
      plain.write = { $0.encode(["main", "first"], forKey: key) }
    }
    var found: [String: AnyObject] = [:]
    plan.makeByDelegate = { path, coder in
      found[path.joined(separator: "/")] = coder.decodeObject(forKey: key)
      return nil
    }
    try Stage(plan).restart()
    #expect(found.keys.sorted() == ["first"], "the other one was created in code")
    #expect(found["first"] === plan.storyboard)
  }

  @Test func rule_4_7_anAppCannotWriteAnyKeyOfTheKit() throws {
    let plan = Plan()
    plan.write = { $0.encode("mine", forKey: "reprise.window") }
    let stage = try Stage.root(plan) { plan in
      let screen = Screen("screen", plan)
      screen.load = { $0.addSubview(Tile("tile", plan)) }
      screen.write = { $0.encode("mine", forKey: "reprise.views") }
      return screen
    }
    #expect(
      stage.report.remarks
        == ["reprise.window", "reprise.views"].map {
          "the key \"\($0)\" is reserved for the kit: its value is not saved"
        })
    try stage.restart()
    #expect(stage.outcome(of: "screen/tile") == .restored)
    #expect(stage.pilot.problems == [])
  }

  /// A screen that forgets to call `super` when encoding.
  private final class Forgetful: Screen {
    override func encodeRestorableState(with coder: Coder) { coder.encode("own", forKey: "own") }
  }

  @Test func rule_4_8_superclassAndSubclassShareTheCoder() throws {
    let plan = Plan()
    var found: [Bool] = []
    var isFirst = true
    let stage = try Stage.tabs(plan) { plan in
      [Screen("calling", plan), Forgetful("forgetful", plan)].map { screen in
        // Their common superclass in the kit stores whether they are editing.
        screen.setEditing(isFirst)
        screen.write = { $0.encode("own", forKey: "own") }
        screen.read = { found += ["own", "word"].map($0.containsValue(forKey:)) }
        return screen
      }
    }
    try stage.turn()
    isFirst = false
    try stage.restart()
    #expect(found == [true, true, true, false])
    #expect(try (0..<2).map { try stage.tab($0, Screen.self).isEditing } == [true, false])
  }

  @Test func rule_4_9_theKitStoresNamesAndPositionsButNoData() throws {
    let shelf = Shelf(100)
    let plan = Plan()
    let stage = try Stage.root(plan) { _ in NamedListScreen("list", shelf) }
    try stage.root(ListScreen.self).table.selectRow(at: IndexPath(row: 40, section: 0))
    try stage.restart()
    #expect(Self.texts(in: plan, about: "thing") == 2, "the selected row and the first one")
    try expectNothingOfControls()
  }

  /// Expects that the state holds nothing that controls show, though each control has a name and is kept.
  private func expectNothingOfControls() throws {
    let plan = Plan()
    let stage = try Stage.root(plan) { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        let (field, text) = (TextField(), TextView())
        (field.text, text.text) = ("thing in a field", "thing in a text")
        for (row, shown) in [Label("thing in a label"), field, text].enumerated() {
          shown.restorationIdentifier = "control \(row)"
          shown.frame = Rect(x: 0, y: row, width: 40, height: 1)
          view.addSubview(shown)
        }
      }
      return screen
    }
    try stage.pilot.press(KeyPress(.end), KeyPress(.tab), KeyPress(.end))
    try stage.restart()
    #expect(plan.saved.count { $0.identifier.hasPrefix("control") } == 3)
    #expect(Self.texts(in: plan, about: "thing") == 0)
  }

  /// Counts the state's texts that contain a word.
  private static func texts(in plan: Plan, about word: String) -> Int {
    plan.saved.flatMap(\.values).flatMap { texts(in: $0.value) }.count { $0.contains(word) }
  }

  /// All texts within a value, at any depth.
  static func texts(in value: Value) -> [String] {
    switch value {
    case .string(let text): [text]
    case .data(let bytes): [String(decoding: bytes, as: UTF8.self)]
    case .array(let values): values.flatMap(texts)
    case .dictionary(let values): Array(values.keys) + values.values.flatMap(texts)
    case .null, .bool, .int, .double, .date, .reference: []
    }
  }

  @Test func rule_4_10_aValueOfAnotherTypeReadsAsNil() throws {
    var count = 0
    try roundTrip {
      $0.encode("text", forKey: "text")
      $0.encode(1, forKey: "number")
      $0.encode(["a"], forKey: "texts")
    } read: { coder in
      count += 1
      #expect(coder.decodeInt(forKey: "text") == nil)
      #expect(coder.decodeString(forKey: "number") == nil)
      #expect(!coder.decodeBool(forKey: "number"))
      #expect(coder.decodeDate(forKey: "number") == nil)
      #expect(coder.decodeObject(forKey: "text") == nil)
      #expect(coder.decodeObjects(forKey: "text") == nil)
      #expect(coder.decodeString(forKey: "texts") == nil)
      #expect(coder.decode([Int].self, forKey: "texts") == nil)
    }
    #expect(count == 1)
  }
}
