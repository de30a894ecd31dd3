/// Says why a private item is sealed, and what opens it.
nonisolated enum SealedWords {
  /// For a window, which was given the present passphrase, if there is one.
  static func inWindow(of data: String) -> String {
    guard let keys = Vault.forgottenKeys(in: data) else {
      return "sealed: only the home that made it private opens it"
    }
    return "sealed: its passphrase was forgotten (keys in \(keys))"
  }

  /// For a command, which opens nothing.
  static func inCommand(of data: String) -> String {
    guard Vault.hasKeys(in: data) else { return inWindow(of: data) }
    let present = "sealed: a window of keepsake opens it"
    return Vault.forgottenKeys(in: data).map { "\(present), or the forgotten keys in \($0)" }
      ?? present
  }
}
