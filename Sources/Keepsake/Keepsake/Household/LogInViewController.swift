import Inventory
import Reprise
import Sync

/// Asks for a login after the household's server has refused the current one.
///
/// The password is a secret: shown as dots, kept in no state, and stored sealed once the server has accepted it.
final class LogInViewController: ScreenController {
  @Restorable("login") private var login = ""
  private let password = TextField()
  private lazy var passwordRow = Field("Password", password)
  private var isTrying = false

  override init(context: AppContext) {
    super.init(context: context)
    title = "Log in to the household's server"
  }

  override func loadView() -> View {
    password.isSecureTextEntry = true
    password.placeholder = "type it, then Enter"
    password.addAction(for: .valueChanged) { [unowned self] in passwordRow.remark = "" }
    let name = TextField($login).named("login")
    name.placeholder = "your account's name on the server"
    let purpose = Label(Self.purpose, style: .secondary)
    purpose.wraps = true
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      purpose
      Spacer(1).length(.cells(1))
      Field("Login", name)
      passwordRow
    }
  }

  /// The purpose of the login, shown above the fields.
  private static let purpose =
    "This login is only for the server through which homes exchange changes. It is neither "
    + "Keepsake's passphrase nor the household code. The server learns it, the other homes "
    + "don't. It is stored encrypted on this machine."

  override var actions: [Action] { [logInAction] }
  private lazy var logInAction = Action("log-in.try", "Log in", "Enter", "^S", for: self) {
    $0.goOn()
  }

  /// Moves to the password, or tries to log in.
  private func goOn() {
    guard !login.isEmpty, !password.text.isEmpty else {
      if password.isFirstResponder {
        passwordRow.remark = login.isEmpty ? "Type your login first" : "Type your password"
      } else {
        _ = password.becomeFirstResponder()
      }
      return
    }
    guard !isTrying else { return }
    let (name, typed) = (login.trimmingCharacters(in: .whitespaces), password.text)
    isTrying = context.sync.logIn(name, password: typed) { [weak self] in self?.didTry($0) }
    guard isTrying else { return context.notices.warn("There is no server to log in to") }
    password.text = ""
    passwordRow.remark = ""
    passwordRow.hint = "Connecting…"
  }

  private func didTry(_ result: Result<Void, any Error>) {
    isTrying = false
    passwordRow.hint = ""
    switch result {
    case .success: presentingViewController?.dismiss()
    case .failure(let error):
      passwordRow.remark = context.notices.words(for: error).capitalizedFirst
    }
  }
}
