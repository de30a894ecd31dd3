/// Asks something, or says something that has to be read, before anything else goes on.
///
/// ```swift
/// let alert = AlertController(title: "Delete “\(note.name)”?", message: "It has 3 pages.")
/// alert.addAction(Action("note.delete", "Delete", role: .destructive) { [unowned self] in delete() })
/// alert.addAction(.cancel())
/// present(alert)
/// ```
///
/// Every action is a button; its keys work as well. An action closes the alert and is performed then.
/// The focus stands on the answer that changes nothing. Esc is the action of the role `cancel`, or the
/// only one there is.
///
/// An alert is never part of the state (contract 2.B.8): what is asked hangs on a moment that is over
/// when the app comes back. A question that has to be there again is a screen of its own. Only the
/// answer that changes nothing is taken before the alert was on the screen (design 5.9).
public final class AlertController: ViewController {
  /// How the answers stand.
  public nonisolated enum Style: Hashable, Sendable {
    /// Side by side where there is room.
    case alert
    /// One below the other, the one that changes nothing last: a list to choose from.
    case actionSheet
  }

  /// How the answers stand.
  public let style: Style

  /// What is said below the title.
  public var message: String? {
    didSet { if message != oldValue { contentDidChange() } }
  }

  /// What is asked, as the first lines of the alert: a long one is not cut.
  public override var title: String {
    didSet {
      navigationItem.title = ""
      if title != oldValue { contentDidChange() }
    }
  }

  /// The ``Action/id`` of the answer that the focus stands on at first, instead of the safe one.
  public var preferredActionID: String?

  private var answers: [Action] = []
  private let content = AlertView()

  /// Makes an alert without answers: Esc closes it.
  public init(title: String, message: String? = nil, style: Style = .alert) {
    self.style = style
    self.message = message
    super.init()
    self.title = title
    navigationItem.title = ""
    fitsContentSize = true
  }

  /// Adds an answer: a button, and its keys.
  ///
  /// One answer may have the role `cancel`; a second one is refused and reported.
  public func addAction(_ action: Action) {
    if action.role == .cancel, cancelAction != nil {
      return refuse("\"\(action.title)\" was not added: an alert is cancelled in one way")
    }
    let answer = Action(
      action.id, action.title, keys: action.keys, role: action.role, isHinted: action.isHinted,
      isEssential: action.role == .cancel, enabled: { action.isEnabled },
      perform: { [weak self] in self?.answer(action) })
    // What changes nothing stands last in a list.
    let isListed = style == .actionSheet && answers.last?.role == .cancel
    answers.insert(answer, at: isListed ? answers.count - 1 : answers.count)
    isModalInPresentation = true
    contentDidChange()
  }

  private func answer(_ action: Action) {
    guard action.role == .cancel || hasBeenSeen, let presenter = presentingViewController else {
      return
    }
    presenter.dismiss()
    action.perform()
  }

  private var cancelAction: Action? { answers.first { $0.role == .cancel } }

  /// None: an alert does not come back.
  public override var restorationIdentifier: String? {
    get { nil }
    set { if newValue != nil { refuse("an alert is never kept: its identifier was left out") } }
  }

  // MARK: - The view

  public override func loadView() -> View { content }

  public override func viewDidLoad() { contentDidChange() }

  private func contentDidChange() {
    guard isViewLoaded else { return }
    content.show(
      title: title, message: message ?? "", answers: answers, isList: style == .actionSheet)
    content.invalidateIntrinsicContentSize()
  }

  /// The answer that changes nothing; where there is none, one that destroys nothing.
  public override var preferredFocusedView: View? {
    guard isViewLoaded else { return nil }
    let preferred = answers.firstIndex { $0.id == preferredActionID && $0.isEnabled }
    let index =
      preferred ?? answers.firstIndex { $0.role == .cancel }
      ?? answers.firstIndex { $0.role != .destructive && $0.isEnabled }
    return index.map { content.buttons[$0] }
  }

  // MARK: - Keys

  public override var actions: [Action] { answers }

  public override var keyCommands: [KeyCommand] {
    super.keyCommands + closeCommands + content.scrollCommands
  }

  /// Esc where no answer is called "cancel": it is the only answer there is.
  private var closeCommands: [KeyCommand] {
    guard answers.count == 1, let only = answers.first, only.role != .cancel else { return [] }
    return [
      KeyCommand(KeyPress(.escape), title: only.title, isHinted: true) { only.perform() },
      KeyCommand(.control("c"), title: only.title) { only.perform() },
    ]
  }
}
