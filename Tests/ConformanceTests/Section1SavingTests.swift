import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

/// When state is stored: contract 1.2.
@Suite struct Section1SavingTests {
  private func oneScreen(_ plan: Plan = Plan()) throws -> Stage {
    try Stage.root(plan) { Screen("screen", $0) }
  }

  @Test func rule_1_2_1_everyTurnStoresAndSoDoesEnteringTheBackground() throws {
    let plan = Plan()
    let stage = try oneScreen(plan)
    try stage.root(Screen.self).word = "in a turn"
    try stage.turn()
    try stage.pilot.restartAndRestore()
    #expect(try stage.root(Screen.self).word == "in a turn")
    stage.application.stopProcess = { true }
    let screen = try stage.root(Screen.self)
    plan.enterBackground = { screen.word = "on the way out" }
    try stage.pilot.send(.signal(.suspend))
    try stage.pilot.restartAndRestore()
    #expect(try stage.root(Screen.self).word == "on the way out")
  }

  /// A draft and the state of its turn are stored in one transaction.
  @Test func aDraftAndItsStateAreEncodedOnce() throws {
    let rehearsal = try Rehearsal.launched()
    let screen = try #require(rehearsal.application.window.rootViewController as? Screen)
    var redo: Data?
    rehearsal.plan.commitDrafts = { redo = $0 }
    screen.word = "typed"
    #expect(rehearsal.send(.key(KeyPress(.function(12)))) == ["screen encode", "frame"])
    #expect(redo != nil)
  }

  @Test func aDraftIsStoredWithTheDelegatesNewestState() throws {
    let plan = Plan()
    let stage = try oneScreen(plan)
    var word = "old"
    var found: String?
    plan.write = { $0.encode(word, forKey: "word") }
    plan.read = { found = $0.decodeString(forKey: "word") }
    var redo: Data?
    plan.commitDrafts = { redo = $0 ?? redo }
    word = "new"
    stage.application.setNeedsPreservation()
    try stage.restart()
    #expect(found == "new" && redo != nil)
    #expect(stage.pilot.problems == [])
  }

  /// Data that the state refers to is stored before the state, in the background too.
  @Test func rule_1_2_1_draftsAreStoredBeforeStateAndStateBeforeTheFrame() throws {
    let rehearsal = try Rehearsal.launched()
    let plan = rehearsal.plan
    let screen = try #require(rehearsal.application.window.rootViewController as? Screen)
    plan.commitDrafts = { [unowned plan, unowned rehearsal] _ in
      plan.diary.append("drafts stored, in the state \(rehearsal.storedWord ?? "")")
    }
    screen.word = "typed"
    #expect(
      rehearsal.send(.key(KeyPress(.function(12)))) == [
        "screen encode", "drafts stored, in the state ", "frame",
      ])
    #expect(rehearsal.storedWord == "typed")
    plan.enterBackground = { screen.word = "on the way out" }
    let calls = rehearsal.send(.signal(.suspend))
    #expect(calls.contains("drafts stored, in the state typed"), "\(calls)")
    #expect(rehearsal.storedWord == "on the way out")
  }

  /// Keys that arrive together act one after another; each may change the app's data.
  @Test func eachKeysChangesAreStoredBeforeTheNextKey() throws {
    let rehearsal = try Rehearsal.launched()
    let screen = try #require(rehearsal.application.window.rootViewController as? Screen)
    var stored: [String?] = []
    rehearsal.application.window.globalActions.append(
      Action("test.change", "Change", "Z", isHinted: false) { [unowned rehearsal] in
        stored.append(rehearsal.storedWord)
        screen.word += "z"
      })
    _ = rehearsal.send(.key(.character("Z")), .key(.character("Z")), .key(.character("Z")))
    #expect(stored == ["", "z", "zz"])
    #expect(rehearsal.storedWord == "zzz")
  }

  /// Typing changes only the text, so a burst of characters is stored as one change.
  @Test func aBurstOfTypedCharactersIsStoredOnce() throws {
    let plan = Plan()
    let stage = try Stage.root(plan) { _ in Typing() }
    var commits = 0
    plan.commitDrafts = { _ in commits += 1 }
    stage.pilot.terminal.send("burst".map { .key(.character($0)) })
    #expect(commits == 1)
    stage.pilot.terminal.send([.key(.character("s")), .key(KeyPress(.left))])
    #expect(commits == 3)
  }

  private final class Typing: ViewController {
    override init() {
      super.init()
      restorationIdentifier = "typing"
    }

    override func loadView() -> View {
      let field = TextField()
      field.restorationIdentifier = "field"
      return field
    }

    override var preferredFocusedView: View? { view }
  }

  @Test func rule_1_2_2_theDelegateEntersTheBackgroundBeforeAnythingIsEncoded() throws {
    let rehearsal = try Rehearsal(Plan { $1.window.rootViewController = Screen("screen", $0) })
    _ = try rehearsal.launch()
    let calls = rehearsal.send(.signal(.suspend))
    let entered = try #require(calls.firstIndex(of: "didEnterBackground [background]"))
    let encoded = try #require(calls.firstIndex(of: "screen encode"))
    #expect(entered < encoded)
  }

  @Test func rule_1_2_4_stateThatCannotBeOpenedIsNeitherRestoredNorOverwritten() throws {
    let disk = try Disk()
    let plan = Plan { $1.window.rootViewController = Screen("screen", $0) }
    try disk.launch(plan)
    disk.write("sealed")
    disk.quit()
    try disk.launch(plan, key: "another key")
    #expect(!disk.didRestore)
    disk.write("its own")
    disk.quit()
    try disk.launch(plan, key: "another key")
    #expect(disk.word == "its own")
    let aside = try #require(disk.paths(of: "state.sqlite").first { $0.contains("quarantine") })
    let records = try StateFile(path: aside)
      .contents(keys: LoginKeyProvider(file: disk.path + "/key")).records
    let words = records.flatMap(\.values).filter { $0.key == "word" }.map(\.value)
    #expect(words == [.string("sealed")])
  }

  @Test func rule_1_2_5_theDelegateIsAskedBeforeAnythingIsCollected() throws {
    let rehearsal = try Rehearsal.launched()
    rehearsal.plan.saves = false
    (rehearsal.application.window.rootViewController as? Screen)?.word = "changed"
    #expect(
      rehearsal.send(.signal(.suspend)) == [
        "willResignActive [active]", "didEnterBackground [background]", "shouldSave [background]",
        "terminal given back", "process stopped",
      ])
  }

  @Test func rule_1_2_5_nothingIsCollectedWhenTheDelegateRefuses() throws {
    let plan = Plan { $1.window.rootViewController = Screen("screen", $0) }
    plan.saves = false
    let rehearsal = try Rehearsal(plan)
    let calls = try rehearsal.launch() + rehearsal.send(.signal(.suspend))
    #expect(calls.contains { $0.hasPrefix("shouldSave") })
    #expect(!calls.contains { $0.hasPrefix("willEncode") || $0.hasSuffix("encode") })
  }

  @Test func rule_1_2_5_theFileIsSealed() throws {
    let disk = try Disk()
    let plan = Plan { $1.window.rootViewController = Screen("screen", $0) }
    try disk.launch(plan)
    disk.write("a word that stands out")
    disk.quit()
    #expect(disk.files(named: "state.sqlite").count == 1)
    for file in disk.files(named: "state.sqlite") + disk.files(named: "state.sqlite-wal") {
      #expect(file.range(of: Data("stands out".utf8)) == nil)
    }
  }

  @Test func rule_1_2_5_readableFilesAreClosedToOthers() throws {
    let disk = try Disk()
    let plan = Plan { $1.window.rootViewController = Screen("screen", $0) }
    let mask = umask(0)
    defer { umask(mask) }
    try disk.launch(plan)
    disk.write("mine")
    let names = ["state.sqlite", "state.sqlite-wal", "state.sqlite-shm", "key"]
    #expect(names.map { disk.modes(of: $0) } == names.map { _ in [0o600] }, "as created")
    // A kill left the files, and someone widened their permissions.
    let left = try Disk(asIn: disk)
    for path in names.flatMap(left.paths) { chmod(path, 0o644) }
    try left.launch(plan)
    #expect(left.word == "mine")
    #expect(names.map { left.modes(of: $0) } == names.map { _ in [0o600] })
  }

  @Test func rule_1_2_6_comingBackToALiveAppDecodesNothing() throws {
    let plan = Plan()
    let stage = try oneScreen(plan)
    try stage.restart()
    stage.application.stopProcess = { true }
    plan.diary = []
    let screen = try stage.root(Screen.self)
    try stage.pilot.send(.signal(.suspend))
    try stage.pilot.send(.signal(.resume))
    #expect(stage.diary(about: "decode") == [])
    #expect(stage.diary(about: "Restore") == [])
    #expect(try stage.root(Screen.self) === screen)
  }

  @Test func rule_1_2_7_theAppStartsWhenItsStateIsGone() throws {
    let disk = try Disk()
    let plan = Plan { $1.window.rootViewController = Screen("screen", $0) }
    try disk.launch(plan)
    disk.quit()
    try disk.deleteState()
    try disk.launch(plan)
    #expect(!disk.didRestore)
    #expect(disk.word == "")
    #expect(disk.notice == "The saved state was lost: its file was empty")
    disk.write("new")
    try disk.launch(plan)
    #expect(disk.word == "new")
  }
}
