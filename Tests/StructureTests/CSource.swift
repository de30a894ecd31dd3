/// The functions and variables that a source of C defines for others, and the words in it.
struct CSource {
  /// What others can call or read.
  private(set) var defined: Set<String> = []
  /// Every word that is no comment and no text.
  private(set) var named: Set<String> = []

  /// Reads a source.
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
        // What follows the braces of a value or a type ends with a semicolon.
        if depth == 0 { statement = [] }
      case ";" where depth == 0:
        if !statement.contains("(") { define(statement) }
        statement = []
      case _ where depth == 0: statement.append(token)
      default: break
      }
    }
  }

  /// Notes what a statement outside of braces defines: the word before its first bracket, sign or end.
  private mutating func define(_ statement: [Substring]) {
    let hidden: Set<Substring> = ["static", "extern", "typedef", "struct", "enum", "union"]
    guard let first = statement.first, !hidden.contains(first) else { return }
    let name = statement.prefix { !["(", "[", "="].contains($0) }.last
    if let name { defined.insert(String(name)) }
  }

  /// Words and signs, without comments, texts and the lines of the preprocessor.
  private static func tokens(of source: String) -> [Substring] {
    let skipped =
      /\/\/[^\n]*|\/\*(?s:.*?)\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?m:^)[ \t]*#(?:\\\n|[^\n])*/
    return source.replacing(skipped, with: " ").matches(of: /\w+|[^\s\w]/).map(\.output)
  }
}
