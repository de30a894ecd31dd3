import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct StateExamples {
  enum Order: String, RestorableValue {
    case name
    case date
  }

  /// A length that the state holds as whole millimeters.
  struct Distance: RestorableValue, Equatable {
    var meters: Double

    var savedValue: Value { .int(Int64(meters * 1000)) }

    init?(savedValue: Value) {
      guard case .int(let millimeters) = savedValue else { return nil }
      meters = Double(millimeters) / 1000
    }
  }

  final class NoteList: ViewController {
    @Restorable("filter") var filter = ""
    @Restorable("opened") var opened: [UUID] = []
    @Restorable("order") var order = Order.name
  }

  @Test func aPropertyHasAKeyInTheState() {
    #expect(NoteList().keys == ["filter", "opened", "order"])
    #expect(Distance(savedValue: .int(1500))?.meters == 1.5)
    #expect(Order.date.savedValue == .string("date"))
  }

  final class NoteForm: ViewController {
    @Restorable("name") var name = ""

    override func loadView() -> View { TextField($name) }
  }

  final class Settings {
    var isLoud = false
  }

  @Test func aControlIsTiedToAProperty() {
    let settings = Settings()
    let loud = Switch(Binding(settings, \.isLoud))
    loud.performPrimaryAction()
    #expect(settings.isLoud)
    let form = NoteForm()
    (form.view as? TextField)?.text = "Milk"
    let name: Binding<String> = form.$name
    name.wrappedValue += "!"
    #expect(form.name.hasSuffix("!"))
  }

  /// A selection that several screens share.
  final class Selection: StateRestoring, ObjectRestoration {
    var filter = ""

    static func object(
      withRestorationIdentifierPath identifierPath: [String], coder: Coder
    ) -> (any StateRestoring)? {
      Selection()
    }

    func encodeRestorableState(with coder: Coder) { coder.encode(filter, forKey: "filter") }

    func decodeRestorableState(with coder: Coder) {
      filter = coder.decodeString(forKey: "filter") ?? ""
    }
  }

  @Test func anObjectIsEncodedAndDecoded() throws {
    let pilot = try Pilot.showing { ViewController() }
    let (old, new) = (Selection(), Selection())
    old.filter = "kitchen"
    let coder = pilot.coder()
    old.encodeRestorableState(with: coder)
    new.decodeRestorableState(with: pilot.coder(values: coder.values))
    #expect(new.filter == "kitchen")
  }

  final class ScrollingScreen: ViewController {
    private let name = TextField()

    override func viewDidLoad() {
      name.addAction(for: .valueChanged) { [unowned self] in setNeedsPreservation() }
    }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      let info: ArchiveInfo = coder.archiveInfo
      if info.bundleVersion.hasPrefix("1."), let title = coder.decodeString(forKey: "title") {
        name.text = title
      }
    }
  }

  @Test func anObjectKeepsItsNode() {
    let node = NodeID.random()
    let value = Value.dictionary(["list": .reference(node)])
    #expect(value.references == [node])
    ScrollingScreen().loadViewIfNeeded()
  }

  @Test func aScreenFindsWhatItNeeds() {
    let environment = Environment(holding: Settings())
    let settings: Settings = environment.required()
    #expect(!settings.isLoud && environment[NoteList.self] == nil)
  }
}

extension StateExamples.NoteList {
  /// The keys under which the properties are saved.
  fileprivate var keys: [String] {
    let properties: [RestorableProperty] = [_filter, _opened, _order]
    return properties.map(\.key)
  }
}
