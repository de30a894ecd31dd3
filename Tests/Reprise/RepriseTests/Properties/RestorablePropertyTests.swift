import Foundation
import Reprise
import RepriseTesting
import Testing

/// Properties that one line preserves: values, copies, objects, in screens, views, registered objects and the delegate.
@Suite struct RestorablePropertyTests {
  private enum Order: String, RestorableValue { case name, value }

  private struct Filter: Codable, Equatable { var words: [String] = [], isStrict = false }

  private class BaseScreen: ViewController {
    @Restorable("inherited") var inherited = 1
  }

  private final class Screen: BaseScreen {
    @Restorable("text") var text = "as it begins"
    @Restorable("count") var count = 0
    @Restorable("share") var share = 0.5
    @Restorable("isOn") var isOn = false
    @Restorable("day") var day = Date(timeIntervalSince1970: 0)
    @Restorable("bytes") var bytes = Data()
    @Restorable("item") var item: UUID?
    @Restorable("choice") var choice: String? = "a choice"
    @Restorable("tags") var tags: [String] = []
    @Restorable("widths") var widths: [String: Int] = [:]
    @Restorable("order") var order = Order.name
    @Restorable("filter") var filter = Filter()
    @Restorable("untouched") var untouched = "never set"

    override init() {
      super.init()
      restorationIdentifier = "screen"
    }
  }

  @Test func everyKindOfValueIsRestored() throws {
    let pilot = try Pilot.showing { Screen() }
    let before = try #require(pilot.root(Screen.self))
    before.inherited = 2
    before.text = "茶壶"
    before.count = .min
    before.share = -0.25
    before.isOn = true
    before.day = Date(timeIntervalSince1970: 1e9)
    before.bytes = Data([0, 255])
    let item = UUID()
    before.item = item
    before.tags = ["a", ""]
    before.widths = ["name": 12]
    before.order = .value
    before.filter = Filter(words: ["cork"], isStrict: true)
    try pilot.settle()
    try pilot.restartAndRestore()
    let after = try #require(pilot.root(Screen.self))
    #expect(after !== before)
    #expect(after.inherited == 2)
    #expect(after.text == "茶壶")
    #expect(after.count == .min)
    #expect(after.share == -0.25)
    #expect(after.isOn)
    #expect(after.day == Date(timeIntervalSince1970: 1e9))
    #expect(after.bytes == Data([0, 255]))
    #expect(after.item == item)
    #expect(after.choice == "a choice")
    #expect(after.tags == ["a", ""])
    #expect(after.widths == ["name": 12])
    #expect(after.order == .value)
    #expect(after.filter == Filter(words: ["cork"], isStrict: true))
    #expect(after.untouched == "never set")
  }

  @Test func nilIsRestoredAsNil() throws {
    let pilot = try Pilot.showing { Screen() }
    pilot.root(Screen.self)?.choice = nil
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(try #require(pilot.root(Screen.self)).choice == nil)
  }

  /// No key is pressed and no change is marked.
  @Test func aChangeOutsideOfATurnAsksForOne() throws {
    let pilot = try Pilot.showing { Screen() }
    #expect(!pilot.isTurnScheduled)
    pilot.root(Screen.self)?.text = "by a task"
    #expect(pilot.isTurnScheduled)
  }

  private final class OldScreen: ViewController {
    @Restorable("order") var order = "alphabetical"
    @Restorable("count") var count = [1, 2]
    @Restorable("tags") var tags = [7]

    override init() {
      super.init()
      restorationIdentifier = "screen"
    }
  }

  @Test func valueOfAnotherTypeKeepsItsDefault() throws {
    var isNew = false
    let pilot = try Pilot.showing { isNew ? Screen() : OldScreen() }
    let old = try #require(pilot.root(OldScreen.self))
    (old.order, old.count, old.tags) = ("by colour", [3], [8])
    isNew = true
    try pilot.settle()
    try pilot.restartAndRestore()
    let screen = try #require(pilot.root(Screen.self))
    #expect(screen.order == .name)
    #expect(screen.count == 0)
    #expect(screen.tags == [])
  }

  // MARK: - Objects

  private final class Pages: ViewController {
    @Restorable("current") var current: ViewController?
    @Restorable("opened") var opened: [ViewController] = []

    override init() {
      super.init()
      restorationIdentifier = "pages"
      for name in ["a", "b", "c"] {
        let page = Screen()
        page.restorationIdentifier = name
        addChild(page)
      }
    }
  }

  @Test func objectReferenceIsRestored() throws {
    let pilot = try Pilot.showing { Pages() }
    let before = try #require(pilot.root(Pages.self))
    before.current = before.children[1]
    before.opened = [before.children[2], before.children[0]]
    (before.children[1] as? Screen)?.text = "the second"
    try pilot.settle()
    try pilot.restartAndRestore()
    let after = try #require(pilot.root(Pages.self))
    #expect(after.current === after.children[1])
    #expect(after.opened.map(\.restorationIdentifier) == ["c", "a"])
    #expect((after.current as? Screen)?.text == "the second")
    after.current = nil
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(try #require(pilot.root(Pages.self)).current == nil)
  }

  // MARK: - Views, registered objects, the delegate

  private final class Meter: View {
    @Restorable("level") var level = 0
  }

  @Test func aViewKeepsItsOwn() throws {
    let pilot = try Pilot.showing { Rows("rows", [Meter(), Meter()]) }
    (pilot.root(Rows.self)?.rows[1] as? Meter)?.level = 7
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(pilot.root(Rows.self)?.rows.map { ($0 as? Meter)?.level } == [0, 7])
  }

  private final class Settings: StateRestoring {
    @Restorable("isLoud") var isLoud = false
  }

  private final class Delegate: ApplicationDelegate {
    @Restorable("launches") var launches = 0
    @Restorable("settings") var settings: Settings?

    func applicationWillFinishLaunching(_ application: Application) {
      let settings = Settings()
      application.registerObject(
        forStateRestoration: settings, restorationIdentifier: "settings")
      self.settings = settings
      let screen = Screen()
      application.window.rootViewController = screen
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool { true }
  }

  @Test func delegateAndItsObjectsAreStoredInTheSameTurn() throws {
    var delegate = Delegate()
    let pilot = try Pilot { device, store in
      delegate = Delegate()
      return Application(delegate: delegate, device: device, store: store)
    }
    delegate.launches = 3
    delegate.settings?.isLoud = true
    // A kill in the foreground: the delegate is not asked again.
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(delegate.launches == 3)
    #expect(delegate.settings?.isLoud == true)
  }

  // MARK: - Mistakes

  private struct Unwritable: Codable {
    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "it is ink"))
    }
  }

  private final class Blot: ViewController {
    @Restorable("ink") var ink = Unwritable()
    @Restorable("text") var text = ""

    override init() {
      super.init()
      restorationIdentifier = "blot"
    }
  }

  @Test func unencodableValueIsReportedAndTheRestIsSaved() throws {
    let pilot = try Pilot.showing(expecting: ["could not be encoded"]) { Blot() }
    pilot.root(Blot.self)?.text = "kept"
    try pilot.settle()
    #expect(
      pilot.remarks.contains {
        $0.contains("the value of \"ink\" could not be encoded") && $0.contains("it is ink")
      }, "\(pilot.remarks)")
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(pilot.root(Blot.self)?.text == "kept")
  }

  private struct Incomparable: Codable { var words: [String] = [] }

  private final class IncomparableScreen: ViewController {
    @Restorable("words") var value = Incomparable()

    override init() {
      super.init()
      restorationIdentifier = "screen"
    }
  }

  /// Copies that cannot be compared count as changed by every assignment.
  @Test func nonEquatableCopyIsRestored() throws {
    let pilot = try Pilot.showing { IncomparableScreen() }
    pilot.root(IncomparableScreen.self)?.value.words = ["cork"]
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(pilot.root(IncomparableScreen.self)?.value.words == ["cork"])
  }
}
