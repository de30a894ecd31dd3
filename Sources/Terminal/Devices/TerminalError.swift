/// Why a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// `TERM` is missing, `dumb`, or not described on this system.
  case unusableType(String)

  /// One line for a person.
  public var description: String {
    switch self {
    case .notATerminal: "standard input and output are not a terminal"
    case .unusableType(""): "TERM is not set"
    case .unusableType(let name):
      "the terminal type \"\(CellText(name).string)\" cannot show a full screen"
    }
  }
}
