import Mustache

/// Makes any text safe wherever it stands in a page, in an attribute too.
///
/// Character by character as Unicode counts them would not do: after a letter that joins what follows,
/// `<` is part of another character, which is not `<` and would pass. A browser goes by code points.
struct ReportText: MustacheContentType {
  func escapeText(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.unicodeScalars.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      case "\n", "\t": result.append(scalar)
      default: result.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// Whether a page may hold it: no control character, and nothing that turns the text behind it
  /// around.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// The name by which a template asks for it.
  static let name = "REPORT"
  private static let registration: Void = MustacheContentTypes.register(
    ReportText(), named: name)

  /// Reads a template whose values are escaped so.
  static func template(_ text: String) throws(InventoryError) -> MustacheTemplate {
    _ = registration
    do {
      return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name)}}" + text)
    } catch {
      throw InventoryError(.io, "a template of the report cannot be read: \(error)")
    }
  }
}
