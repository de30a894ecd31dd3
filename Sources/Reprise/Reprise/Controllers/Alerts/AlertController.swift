/// Asks a question, or shows a message, that the user has to answer before continuing.
///
/// ```swift
/// let alert = AlertController(title: "Delete “\(note.name)”?", message: "It has 3 pages.")
/// alert.addAction(
///   Action("note.delete", "Delete", role: .destructive) { [unowned self] in delete() })
/// alert.addAction(.cancel())
/// present(alert)
/// ```
///
/// Every action is a button, the safe answer first, and its keys work too: a letter of the title that is a key is
/// underlined. A press closes the alert, then performs the action. The focus is on the safe answer, which changes
/// nothing. Esc performs the action of role `cancel`, or the only one.
///
/// An alert itself is never part of the state (contract 2.B.8), as its answers are closures. One that
/// ``ViewController/ask(_:)`` presents is made again after a kill, with the focus where it was. Before
/// the alert was on screen, only the safe answer is taken.
public final class AlertController: ViewController {
  /// How the answers are arranged.
  public nonisolated enum Style: Hashable, Sendable {
    /// Side by side if they fit, the safe one first.
    case alert
    /// One below the other, the safe one last: a list to choose from.
    case actionSheet
  }

  /// How the answers are arranged.
  public let style: Style

  /// The text below the title.
  public var message: String? {
    didSet { if message != oldValue { contentDidChange() } }
  }

  /// The question: in the frame if it is short, otherwise the first lines of the alert; never cut.
  public override var title: String {
    didSet {
      navigationItem.title = isTitleInFrame ? title : ""
      if title != oldValue { contentDidChange() }
    }
  }

  /// The widest title in the frame, in columns: the frame in the smallest window has room for it.
  private static let widestFrameTitle = 34

  private var isTitleInFrame: Bool {
    !title.contains(where: \.isNewline) && CellText.width(of: title) <= Self.widestFrameTitle
  }

  /// The ``Action/id`` of the answer that gets the focus, in place of the safe one.
  public var preferredActionID: String?

  /// The question of the alert, if ``ViewController/ask(_:)`` presented it.
  public internal(set) var question: AlertQuestion?

  /// The screen that asked.
  weak var asker: ViewController?

  /// The answer that had the focus when the state was stored.
  private var restoredID: String?

  private var answers: [Action] = []
  private let content = AlertView()

  /// Makes an alert without answers, which Esc closes.
  public init(title: String, message: String? = nil, style: Style = .alert) {
    self.style = style
    self.message = message
    super.init()
    self.title = title
    navigationItem.title = isTitleInFrame ? title : ""
    fitsContentSize = true
  }

  /// Adds an answer: a button, and its keys.
  ///
  /// Only one answer may have the role `cancel`; a second one is refused and reported.
  public func addAction(_ action: Action) {
    if action.role == .cancel, cancelAction != nil {
      return refuse("\"\(action.title)\" was not added: an alert has only one cancel action")
    }
    let answer = Action(
      action.id, action.title, keys: action.keys, role: action.role, isHinted: action.isHinted,
      isEssential: action.role == .cancel, enabled: { action.isEnabled },
      perform: { [weak self] in self?.answer(action) })
    // The safe answer is the first button, but the last one of a list.
    if style == .alert {
      answers.insert(answer, at: action.role == .cancel ? 0 : answers.count)
    } else {
      let isLast = answers.last?.role == .cancel
      answers.insert(answer, at: isLast ? answers.count - 1 : answers.count)
    }
    isModalInPresentation = true
    contentDidChange()
  }

  private func answer(_ action: Action) {
    guard action.role == .cancel || hasBeenSeen, let presenter = presentingViewController else {
      return
    }
    // The answer is the user's decision: a screen that it dismisses doesn't ask again.
    let host = host
    let perform = {
      presenter.dismiss()
      action.perform()
    }
    if let host { host.asking(false, while: perform) } else { perform() }
  }

  private var cancelAction: Action? { answers.first { $0.role == .cancel } }

  // MARK: - Preservation

  /// The state of an alert is part of the state of the screen that asked.
  override var preservationOwner: Responder? { asker ?? super.preservationOwner }

  public override func setNeedsPreservation() {
    super.setNeedsPreservation()
    asker?.setNeedsPreservation()
  }

  /// Always `nil`: the screen that asked keeps the question, and asks it again.
  public override var restorationIdentifier: String? {
    get { nil }
    set { if newValue != nil { refuse("an alert is never saved: its identifier was ignored") } }
  }

  // MARK: - The view

  public override func loadView() -> View { content }

  public override func viewDidLoad() {
    contentDidChange()
    content.didScrollText = { [weak self] in self?.setNeedsPreservation() }
  }

  /// The id of the answer that has the focus.
  var focusedID: String? {
    let index = content.buttons.firstIndex { $0 === focusedView }
    return index.map { answers[$0].id }
  }

  /// How far the text is scrolled.
  var textOffset: Int { content.textOffset }

  /// Restores the focus and the scroll position.
  func show(_ open: OpenQuestion) {
    restoredID = open.focusedID
    if open.offset > 0 { content.scrollText(to: open.offset) }
  }

  private func contentDidChange() {
    guard isViewLoaded else { return }
    content.show(
      title: isTitleInFrame ? "" : title, message: message ?? "", answers: answers,
      isList: style == .actionSheet)
    content.invalidateIntrinsicContentSize()
  }

  /// The safe answer; without one, the first that destroys nothing.
  public override var preferredFocusedView: View? {
    guard isViewLoaded else { return nil }
    let wanted = answers.contains { $0.id == restoredID } ? restoredID : preferredActionID
    let preferred = answers.firstIndex { $0.id == wanted && $0.isEnabled }
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

  /// Esc performs the only answer, if none has the role `cancel`.
  private var closeCommands: [KeyCommand] {
    guard answers.count == 1, let only = answers.first, only.role != .cancel else { return [] }
    return [
      KeyCommand(KeyPress(.escape), title: only.title, isHinted: true) { only.perform() },
      KeyCommand(.control("c"), title: only.title) { only.perform() },
    ]
  }
}
