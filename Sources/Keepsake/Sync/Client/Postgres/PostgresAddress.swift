import Foundation

/// The address of a household's server, as libpq takes it: a URI, or words such as `host=… dbname=…`.
public struct PostgresAddress: Hashable, Sendable {
  /// The text.
  public let text: String

  /// Stores a text; libpq decides whether it is an address.
  public init(_ text: String) { self.text = text }

  private var isURI: Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// The address with another login or password, which override its own.
  public func with(login: String? = nil, password: String? = nil) -> PostgresAddress {
    var text = text
    for (name, value) in [("user", login), ("password", password)] {
      guard let value else { continue }
      // An earlier value would stay in the text.
      text = Self.leavingOut(name, of: text, isURI: isURI)
      if isURI {
        text += text.contains("?") ? "&" : "?"
        text += "\(name)=\(Self.percentEncoded(value))"
      } else {
        text += " \(name)=\(Self.quoted(value))"
      }
    }
    return PostgresAddress(text)
  }

  /// A URI without the login before its host, or without the password there.
  private static func leavingOutUserInfo(_ name: String, of text: String) -> String {
    guard let start = text.range(of: "://")?.upperBound else { return text }
    let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
    guard let at = authority.lastIndex(of: "@") else { return text }
    let rest = text[text.index(after: at)...]
    if name == "user" { return String(text[..<start] + rest) }
    let login = authority[..<at].prefix { $0 != ":" }
    return String(text[..<start] + login + "@" + rest)
  }

  private static func leavingOut(_ name: String, of text: String, isURI: Bool) -> String {
    if isURI {
      let text = leavingOutUserInfo(name, of: text)
      guard let mark = text.firstIndex(of: "?") else { return text }
      let parts = text[text.index(after: mark)...].split(separator: "&")
        .filter { !$0.hasPrefix(name + "=") }
      return text[..<mark] + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
    }
    guard let words = words(of: text) else { return text }
    return words.filter { $0.name != name }.map(\.text).joined(separator: " ")
  }

  /// The keywords of an address that isn't a URI; `nil` if they can't be parsed.
  private static func words(of text: String) -> [(name: Substring, text: Substring)]? {
    let word = /([a-z_]+)=('(?:\\.|[^'\\])*'|[^\s']+)/
    guard text.replacing(word, with: "").allSatisfy(\.isWhitespace) else { return nil }
    return text.matches(of: word).map { ($0.1, $0.0) }
  }

  /// The login, to be shown; `nil` if there is none, which means the system's.
  public var login: String? {
    guard isURI else {
      let word = Self.words(of: text)?.last { $0.name == "user" }
      return word.map {
        $0.text.dropFirst(5).trimmingCharacters(in: CharacterSet(charactersIn: "'"))
      }
    }
    let items = text.drop { $0 != "?" }.dropFirst().split(separator: "&")
    if let last = items.last(where: { $0.hasPrefix("user=") }) {
      return String(last.dropFirst(5)).removingPercentEncoding
    }
    guard let start = text.range(of: "://")?.upperBound else { return nil }
    let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    let user = authority[..<at].prefix { $0 != ":" }
    return user.isEmpty ? nil : String(user).removingPercentEncoding
  }

  /// The host, to be shown and to watch the route to it; `nil` for a local socket or without a host.
  public var host: String? {
    let host = isURI ? uriHost : word("host")
    guard let host, !host.isEmpty, !host.hasPrefix("/"), !host.hasPrefix("%2") else { return nil }
    return host
  }

  private var uriHost: String? {
    guard let start = text.range(of: "://")?.upperBound else { return nil }
    var authority = text[start...].prefix { $0 != "/" && $0 != "?" }
    if let at = authority.lastIndex(of: "@") {
      authority = authority[authority.index(after: at)...]
    }
    if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
    return String(authority.prefix { $0 != ":" && $0 != "," })
  }

  private func word(_ name: String) -> String? {
    for word in text.split(whereSeparator: \.isWhitespace) where word.hasPrefix(name + "=") {
      return String(word.dropFirst(name.count + 1).prefix { $0 != "," })
        .trimmingCharacters(in: CharacterSet(charactersIn: "'"))
    }
    return nil
  }

  private static func percentEncoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "'", with: "\\'")
    return "'\(escaped)'"
  }
}
