import Foundation

/// The files with which the system starts the agent: a unit for systemd, and an entry for desktops
/// without it.
nonisolated struct AgentUnit {
  /// The path of the program.
  var program: String
  /// The environment variables that set this home's directories.
  var variables: [String: String]
  /// Whether the agent runs a command of the user, which may need more permissions than the agent.
  var hasCommand: Bool

  private static let names = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]

  /// A systemd user unit; it needs no privileges.
  var systemd: String {
    let environment = Self.names.compactMap { name in
      variables[name].map { "Environment=" + Self.quoted("\(name)=\($0)", escapingDollars: false) }
    }
    let service =
      [
        "Type=exec", "ExecStart=\(Self.quoted(program)) agent", "Restart=on-failure",
        "RestartSec=5",
        "# It holds the key of the household.", "MemorySwapMax=0",
        "# Another agent serves this home.", "RestartPreventExitStatus=75", "UMask=0077",
      ] + environment + (hasCommand ? [] : Self.hardening)
    return """
      [Unit]
      Description=Keepsake, in its household without a window

      [Service]
      \(service.joined(separator: "\n"))

      [Install]
      WantedBy=default.target

      """
  }

  /// An entry that a desktop starts after the login.
  var autostart: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Keepsake
    Comment=In its household without a window
    Exec=\(Self.desktopQuoted(program)) agent
    Terminal=false
    NoDisplay=true

    """
  }

  /// Restrictions for an agent that runs no command of the user: a mail program, for example, often needs privileges.
  private static let hardening = [
    "NoNewPrivileges=yes", "LockPersonality=yes", "RestrictNamespaces=yes", "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes", "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    "SystemCallArchitectures=native",
  ]

  /// A word of a unit: systemd reads `%` everywhere, and `$` in command lines.
  static func quoted(_ text: String, escapingDollars: Bool = true) -> String {
    var word = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("%", with: "%%")
    if escapingDollars { word = word.replacing("$", with: "$$") }
    return "\"\(word)\""
  }

  /// A word of a desktop entry: quoted as for a shell, then escaped as a string of the file.
  static func desktopQuoted(_ text: String) -> String {
    var word = ""
    for character in text {
      if "\\\"`$".contains(character) { word += "\\" }
      word.append(character)
    }
    let value = "\"\(word)\"".replacing("%", with: "%%")
    return value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }
}
