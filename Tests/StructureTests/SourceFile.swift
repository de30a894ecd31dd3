import Foundation

/// The declarations of one source that others can use, and the names in it.
struct SourceFile {
  /// Its path inside the target.
  let path: String
  /// Its part of the target: in Swift the folder, empty at the top; in C the name that a header and its source share.
  let folder: String
  /// The types that others can name; in C, the functions and variables.
  private(set) var declared: Set<String> = []
  /// The capitalized names in it, except those with a local meaning.
  private(set) var named: Set<String> = []

  /// Parses a C source.
  init(path: String, c source: String) {
    let source = CSource(source)
    self.path = path
    folder = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? path
    (declared, named) = (source.defined, source.named)
  }

  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]

  /// Parses a Swift source.
  init(path: String, source: String) {
    self.path = path
    folder = path.contains("/") ? String(path.prefix { $0 != "/" }) : ""
    read(SourceTokens(source).tokens)
  }

  private mutating func read(_ tokens: [SourceTokens.Token]) {
    var depth = 0
    var own: Set<String> = []
    // Whether the current top-level declaration is private to this file.
    var isPrivate = false
    for (index, token) in tokens.enumerated() {
      switch token {
      case .open: depth += 1
      case .close:
        depth -= 1
        if depth == 0 { isPrivate = false }
      case .sign: continue
      case .word(let word, let isMember):
        if word == "private" || word == "fileprivate", depth == 0 { isPrivate = true }
        if Self.kinds.contains(word), !isMember, case .word(let name, _)? = tokens.at(index + 1),
          name.first?.isUppercase == true
        {
          if depth == 0, !isPrivate { declared.insert(name) } else { own.insert(name) }
          if depth == 0, word == "typealias" { isPrivate = false }
        }
        if word == "associatedtype", case .word(let name, _)? = tokens.at(index + 1) {
          own.insert(name)
        }
        if !isMember, word.first?.isUppercase == true { named.insert(word) }
        // A letter after `func name<` or `init<` is a generic parameter.
        if Self.opensParameters(tokens, index) { own.formUnion(Self.parameters(tokens, index + 1)) }
      }
    }
    named.subtract(own)
  }

  private static func opensParameters(_ tokens: [SourceTokens.Token], _ index: Int) -> Bool {
    guard tokens.at(index + 1) == .sign(UInt8(ascii: "<")),
      case .word(let word, false) = tokens[index]
    else { return false }
    if word == "init" { return true }
    guard index > 0, case .word(let before, _) = tokens[index - 1] else { return false }
    return before == "func" || before == "subscript" || kinds.contains(before)
  }

  private static func parameters(_ tokens: [SourceTokens.Token], _ start: Int) -> Set<String> {
    var found: Set<String> = []
    var depth = 0
    for index in start..<tokens.count {
      switch tokens[index] {
      case .sign(UInt8(ascii: "<")): depth += 1
      case .sign(UInt8(ascii: ">")): depth -= 1
      default: break
      }
      if depth == 0 { break }
      let isFirst = [UInt8(ascii: "<"), UInt8(ascii: ",")].contains { tokens[index] == .sign($0) }
      if depth == 1, isFirst, case .word(let name, _)? = tokens.at(index + 1) { found.insert(name) }
    }
    return found
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
