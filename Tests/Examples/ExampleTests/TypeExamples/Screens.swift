import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct ScreenExamples {
  final class PriceForm: ViewController {
    private let currencies = [(code: "EUR", name: "Euro"), (code: "ISK", name: "Icelandic króna")]
    var currency = "EUR"

    func chooseCurrency() {
      let picker = PickerViewController(currencies.map { .init(id: $0.code, title: $0.name) }) {
        [unowned self] option in currency = option.id
      }
      picker.title = "Currency"
      navigationController?.push(picker)
    }
  }

  @Test func aCurrencyIsChosen() throws {
    let form = PriceForm()
    let pilot = try Pilot.showing { NavigationController(rootViewController: form) }
    form.chooseCurrency()
    try pilot.type("ice")
    try pilot.press(KeyPress(.enter))
    #expect(form.currency == "ISK")
  }

  final class PhotoStore {
    private(set) var paths: [String] = []

    func add(_ paths: [String]) -> Bool {
      self.paths += paths
      return true
    }
  }

  final class PhotoBrowser: FileBrowserViewController {
    var store = PhotoStore()

    override func choose(_ paths: [String]) -> Bool { store.add(paths) }

    override func lists(_ entry: DirectoryEntry) -> Bool {
      entry.kind == .directory || entry.name.hasSuffix(".jpg")
    }
  }

  final class SmallPhotoBrowser: FileBrowserViewController {
    override func problem(with path: String) -> String? {
      let bytes = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
      return bytes < 50_000_000 ? nil : "it has \(ByteText.text(bytes))"
    }
  }

  @Test func photosAreChosen() throws {
    let home = TemporaryHome().path
    var registry = RestorationRegistry()
    registry.restore(PhotoBrowser.self, as: "photos") { _ in PhotoBrowser(directory: home) }
    #expect(registry.isRegistered("photos"))
    #expect(ByteText.text(960) == "960 bytes")
  }

  /// Actions of an app: what the kit has a screen for.
  final class Desk: ViewController {
    override var actions: [Action] {
      guard let application = window?.application else { return [] }
      return [
        Action("app.notices", "Notices", "N") { NoticesViewController.show(in: application) },
        Action("app.inspect", "Saved state", "I") {
          InspectorViewController.show(in: application)
        },
      ]
    }
  }

  @Test func noticesAreListed() throws {
    let pilot = try Pilot.showing { Desk() }
    let window: Window = pilot.application.window
    window.noticePlaces = [NoticeKind.warning: NoticePlace.list]
    window.show(notice: "The disk is almost full", kind: .warning)
    try pilot.press(.character("N"))
    #expect(pilot.screen.contains("The disk is almost full"))
    try pilot.press(KeyPress(.escape), .character("I"))
    #expect(window.frontController is InspectorViewController)
  }

  @Test func warningsAreCounted() throws {
    func warnings(in list: NoticeList) -> [Notice] { list.notices.filter { $0.kind == .warning } }
    let window = try Pilot.showing { Desk() }.application.window
    window.show(notice: "Saved")
    #expect(warnings(in: window.notices).isEmpty)
  }

  @Test func aPassphraseIsAskedFor() throws {
    let lock = PassphraseViewController(
      title: "Diary", explanation: "It is locked after ten minutes.")
    let pilot = try Pilot.showing { lock }
    #expect(pilot.screen.contains("It is locked after ten minutes."))
  }
}
