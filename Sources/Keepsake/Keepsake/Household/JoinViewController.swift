import Inventory
import Reprise
import Sync

/// Asks for the code of a household, and for the login of this home at its server, and joins.
///
/// Code and password are secrets: shown as dots, kept in no state, and stored sealed once the server has let this home in.
final class JoinViewController: ScreenController {
  @Restorable("name") private var name = ""
  @Restorable("login") private var login = ""
  private let code = TextField()
  private let password = TextField()
  private lazy var codeRow = Field("Code", code)
  private lazy var nameRow = Field("Your name", nameField)
  private lazy var nameField = TextField($name).named("name")
  private lazy var passwordRow = Field("Password", password)
  /// The request to the server.
  private var attempt: BackgroundOperation?

  override init(context: AppContext) {
    super.init(context: context)
    title = "Join a household"
  }

  override func loadView() -> View {
    for field in [code, password] {
      field.isSecureTextEntry = true
      field.addAction(for: .valueChanged) { [unowned self] in
        (codeRow.remark, passwordRow.remark) = ("", "")
      }
    }
    code.placeholder = "keepsake1-…, from one who is in it"
    password.placeholder = "if you have a login of your own"
    nameField.placeholder = "that of your login"
    let account = TextField($login).named("login")
    account.placeholder = "that of the code"
    return ScrollView {
      Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
        text(
          "The code opens what the household has: whoever gives it to you shares all of it with you."
        )
        codeRow
        Spacer(1).length(.cells(1))
        text("The others see what you write as from this name.")
        nameRow
        Spacer(1).length(.cells(1))
        text(
          "A login of your own opens the server that keeps what the homes exchange, and nothing else. The server learns it, "
            + "the other homes do not. All of this is stored sealed on this machine.")
        Field("Login", account)
        passwordRow
      }
    }.named("join")
  }

  private func text(_ words: String) -> Label {
    let label = Label(words, style: .secondary)
    label.wraps = true
    return label
  }

  override var preferredFocusedView: View? { code }

  override var actions: [Action] { [joinAction] }
  private lazy var joinAction = Action("household.join", "Join", "Enter", "^S", for: self) {
    $0.join()
  }

  private func join() {
    guard attempt == nil else { return }
    guard context.sync.canJoin else {
      return context.notices.warn("There is no household to join here")
    }
    guard !code.text.allSatisfy(\.isWhitespace) else {
      codeRow.remark = "Enter the code. A window of the household shows it: Reports, H, c"
      _ = code.becomeFirstResponder()
      return
    }
    guard let typed = try? JoinCode(typed: code.text) else {
      codeRow.remark = "That is no code, or not all of it: copy it from “keepsake1-” to its end"
      _ = code.becomeFirstResponder()
      return
    }
    guard let member = name.isEmpty ? MemberName.ofLogin : MemberName.checked(name) else {
      nameRow.remark = MemberName.rule.capitalizedFirst
      return
    }
    context.news.noteNumbersBeforeJoining()
    let joined = JoinCode(
      address: address(of: typed), household: typed.household, key: typed.key)
    password.text = ""
    codeRow.hint = "Asking the server…"
    attempt = context.sync.join(joined, as: member) { [weak self] in self?.didTry($0) }
  }

  /// Cancels joining as the sheet closes, unless the server has answered before.
  override func viewDidDisappear() {
    super.viewDidDisappear()
    attempt?.cancel()
    (code.text, password.text) = ("", "")
  }

  private func address(of code: JoinCode) -> String {
    let own = login.trimmingCharacters(in: .whitespaces)
    // The password of the code is not that of another login, even where none is typed.
    let isOfCode = own.isEmpty && password.text.isEmpty
    return PostgresAddress(code.address).with(
      login: own.isEmpty ? nil : own, password: isOfCode ? nil : password.text
    ).text
  }

  private func didTry(_ result: Result<Void, any Error>) {
    attempt = nil
    codeRow.hint = ""
    switch result {
    case .success: presentingViewController?.dismiss()
    case .failure(let error):
      context.news.forgetNumbers()
      let words = context.notices.words(for: error).capitalizedFirst
      // The code is well: the server wants a login that it knows.
      if case SyncError.refused = error {
        passwordRow.remark = words
      } else {
        codeRow.remark = words
      }
    }
  }
}
