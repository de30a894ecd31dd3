import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct ControlExamples {
  final class Star: Control {
    var isSet = false { didSet { setNeedsDisplay() } }

    override func performPrimaryAction() {
      isSet.toggle()
      sendActions(for: .valueChanged)
    }

    override func draw(_ canvas: Canvas) {
      canvas.draw(isSet ? "★" : "☆", at: .zero, style: look)
    }
  }

  @Test func aControlOfAnAppIsPressed() {
    let star = Star()
    star.addAction(for: .valueChanged) { [unowned star] in print(star.isSet) }
    star.performPrimaryAction()
    #expect(star.isSet)
  }

  /// A form whose values survive a kill.
  final class ItemForm: ViewController {
    @Restorable("sorting") var sorting = 0
    lazy var control = SegmentedControl(["Name", "Value", "Date"], $sorting)

    @Restorable("insured") var isInsured = false
    lazy var insured = Switch($isInsured)

    @Restorable("condition") var condition = 0
    lazy var choice = Choice(["new", "used", "broken"], $condition)

    private(set) var isSaved = false
    let picker = PickerViewController()

    func save() { isSaved = true }

    override func loadView() -> View {
      let saveButton = Button("Save") { [unowned self] in save() }
      saveButton.role = .primary
      return Column {
        control; insured; choice; placeChoice(); saveButton
      }
    }

    private func placeChoice() -> Choice {
      let place = Choice(text: "Kitchen") { [unowned self] in navigationController?.push(picker) }
      place.didType = { [unowned self] text in
        let picker = PlacePicker()
        picker.narrow(to: text)
        navigationController?.push(picker)
      }
      return place
    }

    func discardButton() -> Button {
      let discard = Button("Discard") { [unowned self] in dismiss() }
      discard.role = ActionRole.destructive
      return discard
    }
  }

  final class PlacePicker: PickerViewController {}

  @Test func theControlsOfAFormShowTheirValues() throws {
    let form = ItemForm()
    let text = try Preview("form") { form }.frame().plainText()
    #expect(text.contains("[Name]") && text.contains("new") && text.contains("Kitchen"))
    form.control.performPrimaryAction()
    #expect(form.sorting == 1)
    #expect(form.discardButton().role == .destructive)
  }

  @Test func aTaskShowsItsProgress() throws {
    let (done, total) = (3, 4)
    let text = try drawing {
      let bar = ProgressView(0)
      bar.progress = Double(done) / Double(total)
      return [bar]
    }
    #expect(text.contains("75"))
  }

  @Test func aShareIsDrawnAsABar() throws {
    let (kitchen, all) = (30, 120)
    let text = try drawing {
      let bar = BarView(share: Double(kitchen) / Double(all))
      bar.style = .accent
      return [bar.length(.cells(1))]
    }
    #expect(text.contains("█"))
  }

  enum Order: String, CaseIterable, RestorableValue {
    case name, value, date

    var title: String { rawValue.uppercased() }
  }

  final class SortForm: ViewController {
    @Restorable("order") var order = Order.name
    lazy var orders = SegmentedControl(Order.allCases, $order) { $0.title }

    @Restorable("currency") var currency: String? = nil
    lazy var currencies = Choice(["EUR", "ISK"], $currency) { $0.lowercased() }

    override func loadView() -> View {
      Column {
        orders; currencies
      }
    }
  }

  @Test func valuesAreChosen() throws {
    let form = SortForm()
    let pilot = try Pilot.showing { form }
    try pilot.press(KeyPress(.right))
    #expect(form.order == .value && pilot.screen.contains("[VALUE]"))
  }
}
