import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct TextExamples {
  @Test func anAmountIsAlignedToTheRight() throws {
    let amount = Label("12.50", style: .secondary)
    amount.alignment = TextAlignment.right
    #expect(try drawing { amount.length(.cells(1)) }.contains("  12.50"))
  }

  final class NameScreen: ViewController, TextFieldDelegate, TextViewDelegate {
    @Restorable("filter") var filter = ""
    lazy var searchBar = SearchBar($filter)
    let about = TextView()
    private(set) var isChecked = false

    override func loadView() -> View {
      let name = TextField()
      name.placeholder = "what it is called"
      name.addAction(for: .valueChanged) { [unowned self] in title = name.text }
      name.delegate = self
      about.delegate = self
      return Column {
        searchBar; name.named("name"); about.named("about")
      }
    }

    func textFieldDidChange(_ textField: TextField) { isChecked = false }

    func textFieldDidEndEditing(_ textField: TextField) {
      textField.text = textField.text.trimmingPrefix { $0 == " " }.description
      isChecked = true
    }

    func textViewDidChange(_ textView: TextView) {
      navigationItem.detail = "\(textView.text.count) characters"
    }
  }

  @Test func aNameIsCheckedWhenItsFieldLosesTheFocus() throws {
    let screen = NameScreen()
    let pilot = try Pilot.showing { screen }
    try pilot.press(KeyPress(.tab))
    try pilot.type(" Lamp")
    try pilot.press(KeyPress(.tab))
    #expect(screen.isChecked && screen.title == " Lamp")
    try pilot.type("bright")
    #expect(screen.navigationItem.detail == "6 characters")
    #expect(screen.about.text == "bright")
  }

  final class LoanScreen: ViewController {
    let label = Label()
    private(set) var opened: [AttributedText.Link] = []

    override func loadView() -> View { label }

    func showLoan() {
      let due = AttributedText("due 3 days ago").role(.warning)
      label.attributedText = "Lent to Ben · " + due
    }

    func showManual(at manual: URL) {
      label.attributedText = "Manual: " + AttributedText("toolbox.example").link(manual)
      label.openLink = { [unowned self] link in open(link) }
    }

    private func open(_ link: AttributedText.Link) -> Bool {
      opened.append(link)
      return true
    }
  }

  @Test func aLoanIsShownInRoles() throws {
    let screen = LoanScreen()
    let pilot = try Pilot.showing { screen }
    screen.showLoan()
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("Lent to Ben · due 3 days ago"))
    let manual = try #require(URL(string: "https://toolbox.example/manual"))
    screen.showManual(at: manual)
    try pilot.settle()
    try pilot.press(KeyPress(.enter))
    #expect(screen.opened == [.url(manual)])
  }

  @Test func aLicenceIsScrolledByKeys() throws {
    let text = Label((1...40).map { "paragraph \($0)" }.joined(separator: "\n"))
    let licence = ScrollView { text }
    licence.takesFocus = true
    let screen = ViewController()
    let pilot = try Pilot.showing { screen }
    screen.view.addSubview(licence)
    licence.frame = screen.view.bounds
    try pilot.settle()
    try pilot.press(.character("G"))
    #expect(pilot.screen.contains("paragraph 40"))
  }
}
