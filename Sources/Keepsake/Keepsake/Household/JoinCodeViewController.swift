import Reprise

/// Shows the code with which another home joins, until it is closed.
///
/// It is a secret: no state has it and no snapshot shows it, so it does not come back after a restart.
final class JoinCodeViewController: ViewController {
  private let code: String

  init(code: String) {
    self.code = code
    super.init()
    title = "Code to join"
  }

  override func loadView() -> View {
    let secret = Label(code)
    secret.wraps = true
    secret.isSecure = true
    let use = Label("On the other machine: keepsake household join", style: .secondary)
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      use
      Spacer(1).length(.cells(1))
      secret
    }
  }
}
