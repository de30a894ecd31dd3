/// The functions and variables that a C source defines with external linkage, and all words in it.
struct CSource {
  /// Functions and variables with external linkage.
  private(set) var defined: Set<String> = []
  /// Every word outside comments and string literals.
  private(set) var named: Set<String> = []

  /// Parses a source.
  init(_ source: String) {
    var statement: [Substring] = []
    var depth = 0
    for token in Self.tokens(of: source) {
      if token.first?.isLetter == true || token.first == "_" { named.insert(String(token)) }
      switch token {
      case "{":
        if depth == 0 { define(statement) }
        depth += 1
      case "}":
        depth -= 1
        // After the braces of a value or a type, a semicolon ends the statement.
        if depth == 0 { statement = [] }
      case ";" where depth == 0:
        if !statement.contains("(") { define(statement) }
        statement = []
      case _ where depth == 0: statement.append(token)
      default: break
      }
    }
  }

  /// Records the definition of a statement outside braces: the word before its first bracket, operator or end.
  private mutating func define(_ statement: [Substring]) {
    let hidden: Set<Substring> = ["static", "extern", "typedef", "struct", "enum", "union"]
    guard let first = statement.first, !hidden.contains(first) else { return }
    let name = statement.prefix { !["(", "[", "="].contains($0) }.last
    if let name { defined.insert(String(name)) }
  }

  /// Words and operators, without comments, string literals and preprocessor lines.
  private static func tokens(of source: String) -> [Substring] {
    let skipped =
      /\/\/[^\n]*|\/\*(?s:.*?)\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?m:^)[ \t]*#(?:\\\n|[^\n])*/
    return source.replacing(skipped, with: " ").matches(of: /\w+|[^\s\w]/).map(\.output)
  }
}
