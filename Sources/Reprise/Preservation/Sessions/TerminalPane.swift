/// A pane of tmux, Zellij or screen, or a window of kitty or WezTerm, as the environment names it.
///
/// The variables are untrusted: a value that is too long or has an unexpected form names no pane. A tty names none
/// either, since its number is reused.
package struct TerminalPane: Hashable, Sendable {
  /// The program and its socket or session, which a restarted server has again.
  let socket: String

  /// The running server.
  let server: String

  /// The pane on the server.
  let pane: String

  /// The socket of tmux, which can be asked where its panes are; `nil` in other programs.
  package private(set) var tmuxSocket: String?

  /// The pane of the environment; `nil` outside of these programs.
  ///
  /// A multiplexer inherits the variables of the terminal in which its server was started, so a terminal counts only
  /// without one. Where one runs in another, all of them together name the pane.
  package init?(variables: [String: String]) {
    let multiplexers = [Self.tmux, Self.zellij, Self.screen].compactMap { $0(variables) }
    let found =
      multiplexers.isEmpty
      ? [Self.wezTerm, Self.kitty].compactMap { $0(variables) } : multiplexers
    guard let first = found.first else { return nil }
    self.init(
      socket: first.socket, server: found.map(\.server).joined(separator: "\n"),
      pane: found.map(\.pane).joined(separator: "\n"),
      // Inside of a pane of tmux, another multiplexer has several of its own.
      tmuxSocket: found.count == 1 ? first.tmuxSocket : nil)
  }

  private init(_ program: String, socket: String, server: String, pane: String) {
    self.socket = "\(program) \(socket)"
    self.server = "\(program) \(server)"
    self.pane = pane
  }

  /// The same server's pane of another number, as tmux writes it.
  func sibling(_ pane: String) -> TerminalPane {
    TerminalPane(socket: socket, server: server, pane: pane, tmuxSocket: tmuxSocket)
  }

  private init(socket: String, server: String, pane: String, tmuxSocket: String?) {
    (self.socket, self.server, self.pane, self.tmuxSocket) = (socket, server, pane, tmuxSocket)
  }

  // MARK: - Programs

  /// `TMUX` is `socket,process,session`.
  private static func tmux(_ variables: [String: String]) -> TerminalPane? {
    guard let value = text(variables["TMUX"]), let pane = variables["TMUX_PANE"], isTmuxPane(pane)
    else { return nil }
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    // A path may contain commas.
    guard parts.count >= 3, let process = number(String(parts[parts.count - 2])) else { return nil }
    let socket = parts.dropLast(2).joined(separator: ",")
    guard socket.hasPrefix("/"), socket.utf8.count <= longestSocket else { return nil }
    var found = TerminalPane("tmux", socket: socket, server: "\(socket) \(process)", pane: pane)
    found.tmuxSocket = socket
    return found
  }

  /// Whether a text is tmux's name of a pane: `%` and a number.
  package static func isTmuxPane(_ text: String) -> Bool {
    text.hasPrefix("%") && number(String(text.dropFirst())) != nil
  }

  private static func zellij(_ variables: [String: String]) -> TerminalPane? {
    guard let session = text(variables["ZELLIJ_SESSION_NAME"]),
      let pane = number(variables["ZELLIJ_PANE_ID"])
    else { return nil }
    return TerminalPane("zellij", socket: session, server: session, pane: pane)
  }

  /// `STY` is `process.name`.
  private static func screen(_ variables: [String: String]) -> TerminalPane? {
    guard let session = text(variables["STY"]), let window = number(variables["WINDOW"]),
      number(String(session.prefix { $0 != "." })) != nil
    else { return nil }
    return TerminalPane("screen", socket: session, server: session, pane: window)
  }

  private static func kitty(_ variables: [String: String]) -> TerminalPane? {
    guard let process = number(variables["KITTY_PID"]),
      let window = number(variables["KITTY_WINDOW_ID"])
    else { return nil }
    return TerminalPane("kitty", socket: process, server: process, pane: window)
  }

  /// The socket's name contains the process, except where a server outlives its windows.
  private static func wezTerm(_ variables: [String: String]) -> TerminalPane? {
    guard let socket = text(variables["WEZTERM_UNIX_SOCKET"]), socket.hasPrefix("/"),
      let pane = number(variables["WEZTERM_PANE"])
    else { return nil }
    return TerminalPane("wezterm", socket: socket, server: socket, pane: pane)
  }

  // MARK: - Values

  /// The longest path of a socket on Linux, in bytes.
  private static let longestSocket = 107

  /// The longest value that is used, in bytes.
  private static let longestText = 255

  /// A value without control characters.
  private static func text(_ value: String?) -> String? {
    guard let value, (1...longestText).contains(value.utf8.count),
      value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return value
  }

  /// A value of one to ten digits.
  private static func number(_ value: String?) -> String? {
    guard let value, (1...10).contains(value.utf8.count),
      value.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return value
  }
}
