/// Why a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// `TERM` is missing, or names a type that cannot show a full screen, such as `dumb`.
  case unusableType(String)
  /// The machine has no description of the type in `TERM`.
  case unknownType(String)
  /// The app was started in the background without a shell that could bring it to the foreground.
  case inBackground

  /// One line for a person.
  public var description: String {
    switch self {
    case .notATerminal: "standard input and output are not a terminal"
    case .inBackground: "the terminal belongs to another program; start this one in the foreground"
    case .unusableType(""): "TERM is not set"
    case .unknownType(let name):
      "this machine has no terminal description for \"\(CellText(name).string)\"; "
        + "try TERM=xterm-256color"
    case .unusableType(let name):
      "the terminal type \"\(CellText(name).string)\" cannot show a full screen"
    }
  }
}
