import Reprise

/// A screen that counts letters and records its calls.
final class Page: ViewController, ViewControllerRestoration {
  private let name: String
  private let label = Label("")

  private var letters = 0 {
    didSet {
      show()
      setNeedsPreservation()
    }
  }

  init(_ name: String) {
    self.name = name
    super.init()
    restorationIdentifier = name
    title = name
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    Diary.note("class asked for \(path.joined(separator: "/"))")
    return Page.form()
  }

  private static func form() -> Page {
    let form = Page("form")
    form.restorationClass = Page.self
    return form
  }

  private func note(_ call: String) { Diary.note("\(name) \(call)") }

  private func show() { label.text = "page \(name), letters \(letters)" }

  override func loadView() -> View { Column { label } }

  override func viewDidLoad() {
    note("viewDidLoad")
    show()
  }

  override func viewWillAppear() { note("viewWillAppear") }
  override func viewDidAppear() { note("viewDidAppear") }
  override func viewWillDisappear() { note("viewWillDisappear") }
  override func viewDidDisappear() { note("viewDidDisappear") }

  override func pressBegan(_ press: KeyPress) -> Bool {
    switch press {
    case .character("n"): present(Page.form())
    case .character("l"): view.window?.application?.lockProtectedData()
    default: letters += 1
    }
    return true
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    note("encode")
    coder.encode(letters, forKey: "letters")
  }

  override func decodeRestorableState(with coder: Coder) {
    note("decode")
    super.decodeRestorableState(with: coder)
    letters = coder.decodeInt(forKey: "letters") ?? 0
  }

  override func applicationFinishedRestoringState() { note("finished") }
}
