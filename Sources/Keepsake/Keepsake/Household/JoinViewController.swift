import Inventory
import Reprise
import Sync

/// Asks for the household code and this home's login at the server, and joins.
///
/// Code and password are secrets: shown as dots, kept in no state, and stored sealed once the server has accepted this
/// home.
final class JoinViewController: ScreenController {
  @Restorable("name") private var name = ""
  @Restorable("login") private var login = ""
  private let code = TextField()
  private let password = TextField()
  private lazy var codeRow = Field("Code", code)
  private lazy var nameRow = Field("Your name", nameField)
  private lazy var nameField = TextField($name).named("name")
  private lazy var passwordRow = Field("Password", password)
  /// Whether Enter has led from the code to the name.
  private var hasAskedForName = false
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
    code.placeholder = "keepsake1-…, from a member"
    password.placeholder = "if you have your own login"
    nameField.placeholder = "your login's name"
    let account = TextField($login).named("login")
    account.placeholder = "the one in the code"
    return ScrollView {
      Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
        text(
          "Enter your invite code. It gives full access to the shared inventory."
        )
        codeRow
        Spacer(1).length(.cells(1))
        text("Others see your changes under this name.")
        nameRow
        Spacer(1).length(.cells(1))
        text(
          "Your own login is only for the server through which homes exchange changes. The server learns it, "
            + "the other homes don't. All of this is stored encrypted on this machine.")
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
    $0.joinOrGoOn()
  }

  /// Joins; the first time, and without a name, moves from the code to the name instead.
  private func joinOrGoOn() {
    guard focusedView === code, !hasAskedForName, name.isEmpty, codeIsComplete else {
      return join()
    }
    hasAskedForName = true
    nameRow.hint = "Enter again to join as \(MemberName.ofLogin)"
    _ = nameField.becomeFirstResponder()
  }

  private var codeIsComplete: Bool { (try? JoinCode(typed: code.text)) != nil }

  private func join() {
    guard attempt == nil else { return }
    guard context.sync.canJoin else {
      return context.notices.warn("You can't join a household here")
    }
    guard !code.text.allSatisfy(\.isWhitespace) else {
      codeRow.remark = "Enter the code. A member's window shows it: Reports, H, c"
      _ = code.becomeFirstResponder()
      return
    }
    guard let typed = try? JoinCode(typed: code.text) else {
      codeRow.remark = "This is not a complete code: copy it from “keepsake1-” to the end"
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
    codeRow.hint = "Connecting…"
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
    // The password in the code doesn't belong to another login, even if no other password is typed.
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
      // The code is fine: the server refuses the login.
      if case SyncError.refused = error {
        passwordRow.remark = words
      } else {
        codeRow.remark = words
      }
    }
  }
}
