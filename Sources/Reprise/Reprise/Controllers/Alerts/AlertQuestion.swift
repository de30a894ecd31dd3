/// The question of an alert, in a form that survives the process.
///
/// The answers of an ``AlertController`` are closures, which can't be stored. A question identifies the alert
/// by name, and the screen that asks it creates the alert, both at first and again after a kill:
///
/// ```swift
/// func remove() { ask(AlertQuestion("shelf.remove", ["book": book.id])) }
///
/// override func alert(for question: AlertQuestion) -> AlertController? {
///   guard question.name == "shelf.remove", let book = shelf[question.details["book"]]
///   else { return nil }
///   let alert = AlertController(title: "Remove “\(book.title)”?")
///   alert.addAction(
///     Action("book.remove", "Remove", "r", role: .destructive) { [shelf] in shelf.remove(book) })
///   alert.addAction(.cancel())
///   return alert
/// }
/// ```
///
/// - SeeAlso: ``ViewController/ask(_:)``
public nonisolated struct AlertQuestion: Hashable, Sendable {
  /// A name that never changes, such as `shelf.remove`.
  public let name: String

  /// The subject of the question: identifiers, not the objects that they identify.
  public let details: [String: String]

  /// Creates a question.
  public init(_ name: String, _ details: [String: String] = [:]) {
    (self.name, self.details) = (name, details)
  }
}

/// The question that was open when the state was stored, and the state of its alert.
struct OpenQuestion {
  let question: AlertQuestion

  /// The ``Action/id`` of the focused answer.
  let focusedID: String?

  /// How far the text was scrolled.
  let offset: Int

  /// The screen that was presented over the alert, such as its help.
  let presented: ViewController?
}

extension ViewController {
  /// Asks a question that reappears after a kill, with the focus where it was, but never with an answer.
  ///
  /// ``alert(for:)`` creates the alert. The question reappears if this screen does and ``alert(for:)`` still
  /// returns an alert.
  ///
  /// - Returns: Whether the alert was presented.
  @discardableResult
  public func ask(_ question: AlertQuestion) -> Bool {
    guard let alert = makeAlert(for: question) else { return false }
    return present(alert, asking: question)
  }

  private func present(_ alert: AlertController, asking question: AlertQuestion) -> Bool {
    present(alert)
    guard alert.presentingViewController != nil else { return false }
    alert.question = question
    alert.asker = self
    askedAlert = alert
    setNeedsPreservation()
    return true
  }

  /// Asks again the question that was open when the state was stored.
  func askAgain() {
    guard let open = restoredQuestion else { return }
    restoredQuestion = nil
    guard let alert = makeAlert(for: open.question) else {
      // The question's subject no longer exists.
      return setNeedsPreservation()
    }
    guard present(alert, asking: open.question) else {
      preserver?.remark("the question \"\(open.question.name)\" was not asked again")
      return setNeedsPreservation()
    }
    alert.show(open)
    if let presented = open.presented { alert.presentRestored(presented) }
  }

  private func makeAlert(for question: AlertQuestion) -> AlertController? {
    guard question.name == Choice.question else { return alert(for: question) }
    return choice(for: question)?.optionsAlert()
  }

  // MARK: - State

  private enum QuestionKey {
    static let name = "reprise.question"
    static let details = "reprise.questionDetails"
    static let focus = "reprise.questionFocus"
    static let offset = "reprise.questionOffset"
    static let presented = "reprise.questionPresented"
  }

  /// Encodes the open question, if any.
  func encodeQuestion(with coder: Coder) {
    guard let alert = askedAlert, alert.presentingViewController != nil,
      let question = alert.question
    else { return }
    coder.encode(question.name, forKey: QuestionKey.name)
    let details = question.details.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    if !details.isEmpty { coder.encode(details, forKey: QuestionKey.details) }
    if let focusedID = alert.focusedID { coder.encode(focusedID, forKey: QuestionKey.focus) }
    if alert.textOffset > 0 { coder.encode(alert.textOffset, forKey: QuestionKey.offset) }
    if let presented = alert.presentedViewController {
      coder.encode(object: presented, forKey: QuestionKey.presented)
    }
  }

  /// Decodes the question that was open; it is asked after everything else is restored.
  func decodeQuestion(with coder: Coder) {
    guard let name = coder.decodeString(forKey: QuestionKey.name) else { return }
    let texts = coder.decodeStrings(forKey: QuestionKey.details) ?? []
    var details: [String: String] = [:]
    for index in stride(from: 0, to: texts.count - 1, by: 2) {
      details[texts[index]] = texts[index + 1]
    }
    restoredQuestion = OpenQuestion(
      question: AlertQuestion(name, details),
      focusedID: coder.decodeString(forKey: QuestionKey.focus),
      offset: coder.decodeInt(forKey: QuestionKey.offset) ?? 0,
      presented: coder.decodeObject(forKey: QuestionKey.presented) as? ViewController)
  }

  // MARK: - Choices

  /// The question that shows the options of a control of this screen.
  func question(about choice: Choice) -> AlertQuestion {
    // Of several views with one identifier, only the first is found by it.
    if let identifier = choice.restorationIdentifier,
      view(withRestorationIdentifier: identifier) === choice
    {
      return AlertQuestion(Choice.question, ["view": identifier])
    }
    let place = ownedViews.firstIndex { $0 === choice } ?? 0
    return AlertQuestion(Choice.question, ["view": "#\(place)"])
  }

  private func choice(for question: AlertQuestion) -> Choice? {
    let name = question.details["view"] ?? ""
    if let found = view(withRestorationIdentifier: name) { return found as? Choice }
    let views = ownedViews
    guard name.hasPrefix("#"), let place = Int(name.dropFirst()), views.indices.contains(place)
    else { return nil }
    return views[place] as? Choice
  }
}
