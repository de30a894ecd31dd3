import Reprise
import RepriseTesting
import Testing

/// Restoration of registered objects: contract 6.1 to 6.9.
@Suite struct Section6ObjectTests {
  /// Two screens that may refer to a parcel, which the app creates and registers at every launch by default.
  private func screens(
    registers: @escaping () -> Bool = { true }, makes: @escaping () -> Bool = { true },
    isMade: Bool = false, refers: Bool = true
  ) throws -> Stage {
    let plan = Plan()
    plan.build = { [unowned plan] application in
      let parcel = makes() ? Parcel(isMade: isMade) : nil
      if let parcel, registers() {
        application.registerObject(forStateRestoration: parcel, restorationIdentifier: "parcel")
      }
      let tabs = TabBarController()
      tabs.restorationIdentifier = "tabs"
      tabs.viewControllers = ["left", "right"].map { name in
        let screen = Holder(name, plan)
        if refers { screen.parcel = parcel } else { screen.unsaved = parcel }
        return screen
      }
      application.window.rootViewController = tabs
    }
    return try Stage(plan)
  }

  private final class Holder: Screen {
    var parcel: Parcel?

    /// A parcel that the screen owns but doesn't encode.
    var unsaved: Parcel?

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(object: parcel, forKey: "parcel")
    }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      parcel = coder.decodeObject(forKey: "parcel") as? Parcel
    }
  }

  private func parcel(_ index: Int, _ stage: Stage) throws -> Parcel? {
    try stage.tab(index, Holder.self).parcel
  }

  private func write(_ word: String, _ stage: Stage) throws {
    let parcel = try #require(try parcel(0, stage))
    parcel.word = word
    stage.application.setNeedsPreservation(of: parcel)
  }

  private final class Plain: StateRestoring {}

  @Test func rule_6_1_everythingAboutARestorableObjectIsOptional() throws {
    let plain: any StateRestoring = Plain()
    #expect(plain.restorationParent == nil)
    #expect(plain.objectRestorationClass == nil)
    // Views and controllers need no registration.
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { $0.addSubview(Tile("tile", plan)) }
      return screen
    }
    try stage.restart()
    #expect(stage.outcome(of: "screen") == .restored)
    #expect(stage.outcome(of: "screen/tile") == .restored)
  }

  @Test(arguments: [true, false]) func rule_6_2_otherObjectsAreRegistered(registers: Bool) throws {
    let stage = try screens(registers: { registers })
    try write("saved", stage)
    #expect(
      stage.report.remarks
        == (registers ? [] : ["a Parcel is referenced but not registered: it is not saved"]))
    try stage.restart()
    #expect(stage.paths.contains("parcel") == registers)
    #expect(try parcel(0, stage)?.word == (registers ? "saved" : nil))
  }

  @Test func rule_6_3_registeringAloneKeepsNothing() throws {
    let stage = try screens(refers: false)
    try stage.restart()
    #expect(!stage.paths.contains("parcel"))
  }

  @Test(arguments: [true, false])
  func rule_6_8_allHoldersGetTheSameObject(isMade: Bool) throws {
    var isFirst = true
    let stage = try screens(makes: { isFirst || !isMade }, isMade: isMade)
    isFirst = false
    stage.plan.makeObject = { _, _ in Parcel(isMade: true) }
    try write("shared", stage)
    try stage.restart()
    #expect(try parcel(0, stage) === parcel(1, stage))
    #expect(try parcel(1, stage)?.word == "shared")
  }

  @Test func rule_6_7_theClassCreatesTheObjectOnDemand() throws {
    var isFirst = true
    let stage = try screens(makes: { isFirst }, isMade: true)
    isFirst = false
    var made: [[String]] = []
    stage.plan.makeObject = { path, _ in
      made.append(path)
      return Parcel(isMade: true)
    }
    try write("saved", stage)
    // Restart twice: the second time, the kit must recreate the object that it registered itself.
    for _ in 0..<2 { try stage.restart() }
    #expect(made == [["parcel"], ["parcel"]])
    #expect(try parcel(0, stage)?.word == "saved")
  }

  @Test func rule_6_7_theClassAlsoDecidesAboutExistingObjects() throws {
    let stage = try screens(isMade: true)
    try stage.restart()
    #expect(try parcel(0, stage) == nil)
    #expect(stage.outcome(of: "parcel") == .skipped("its restoration class returned nothing"))
  }

  @Test func rule_6_9_objectsFinishAfterTheDelegateDecoded() throws {
    let stage = try screens()
    var calls: [String] = []
    stage.plan.read = { [unowned stage] _ in
      calls.append("delegate")
      let tabs = stage.plan.application?.window.rootViewController as? TabBarController
      (tabs?.viewControllers.first as? Holder)?.parcel?.finished = { calls.append("parcel") }
    }
    try stage.restart()
    #expect(calls == ["delegate", "parcel"])
  }
}
