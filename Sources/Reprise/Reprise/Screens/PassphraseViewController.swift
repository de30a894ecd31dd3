import Preservation
import Storage
import Terminal

/// Asks for the passphrase of locked keys.
///
/// The kit shows it before any screen of an app whose keys are locked
/// (``RepriseApp/protectedData(_:)``). The input is a secret: it is shown as dots and stored
/// nowhere.
public final class PassphraseViewController: ViewController {
  /// The keys to open.
  var keys: (any PassphraseKeyProvider)?

  /// Called once they are open.
  var didUnlock: () -> Void = {}

  /// Entered while a passphrase is tried: that holds a lock, which a stopped process would keep.
  let opening = SuspendBarrier()

  private let field = TextField()
  private lazy var row = Field("Passphrase", field)
  private let explanation = Label("", style: .secondary)
  private var isTrying = false

  /// When the next passphrase may be tried, while that is counted down.
  private var pauseEnd: ContinuousClock.Instant?

  /// Makes the screen.
  ///
  /// - Parameters:
  ///   - title: The locked object: `Notes is locked`.
  ///   - explanation: A message for users who have forgotten the passphrase.
  public init(title: String, explanation: String = "") {
    super.init()
    self.title = title
    self.explanation.text = explanation
    self.explanation.wraps = true
  }

  public override func loadView() -> View {
    field.isSecureTextEntry = true
    field.placeholder = "type it, then Enter"
    field.addAction(for: .valueChanged) { [unowned self] in
      if pauseEnd == nil { row.remark = "" }
    }
    // A sheet has the title in its frame.
    if presentingViewController != nil { return Column { question } }
    let name = Label(title, style: .title)
    return Column(padding: EdgeInsets(top: 1, left: 2, bottom: 1, right: 2)) {
      name
      Spacer(1).length(.cells(1))
      question
    }
  }

  private lazy var question = Column {
    row
    Spacer(1).length(.cells(1))
    explanation
  }

  public override var preferredFocusedView: View? { field }

  public override var actions: [Action] { lockedActions }
  private lazy var lockedActions = [
    Action("passphrase.unlock", "Unlock", "Enter", for: self) { $0.unlock() },
    Action("passphrase.leave", "Leave", "^C", for: self) { $0.window?.application?.terminate() }
      .essential(),
    Action("passphrase.redraw", "Redraw", "^L", isHinted: false, for: self) {
      $0.window?.application?.redraw()
    },
  ]

  /// Tries the typed passphrase off the main thread, since that takes a few tenths of a second.
  private func unlock() {
    guard !isTrying, !field.text.isEmpty, let keys, let application = window?.application else {
      return
    }
    let typed = field.text
    field.text = ""
    field.isEditable = false
    isTrying = true
    pauseEnd = nil
    row.remark = ""
    row.hint = "Opening…"
    application.perform(inBackground: { [opening] _ in
      try opening.inside { try keys.unlock(typed: typed) }
    }) { [weak self] result in
      self?.didTry(result)
    }
  }

  private func didTry(_ result: Result<Void, any Error>) {
    isTrying = false
    field.isEditable = true
    row.hint = ""
    guard case .failure(let error) = result else { return didUnlock() }
    if let pause = error as? any UnlockPause, let seconds = pause.secondsLeft {
      count(down: pause, until: .now + .seconds(seconds))
    } else {
      say("\(error)")
    }
  }

  private func say(_ remark: String) {
    row.remark = remark.prefix(1).uppercased() + remark.dropFirst()
  }

  /// Shows the seconds left until the next attempt, while the screen is visible.
  private func count(down pause: any UnlockPause, until end: ContinuousClock.Instant) {
    let left = (end - .now) / .seconds(1)
    guard left > 0, let application = window?.application else {
      (pauseEnd, row.remark) = (nil, "")
      return
    }
    pauseEnd = end
    say("\(pause.leaving(seconds: Int(left.rounded(.up))))")
    let toNext = left - (left.rounded(.up) - 1)
    application.performWhileActive(after: .seconds(toNext)) { [weak self] in
      guard let self, pauseEnd == end else { return }
      count(down: pause, until: end)
    }
  }
}
