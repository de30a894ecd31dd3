import Mustache

/// Escapes text so that it is safe anywhere in a page, attributes included.
///
/// Goes by code points, as browsers do. By grapheme, `<` after a letter that joins what follows is part
/// of another character and would pass.
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

  /// Whether a page may contain a character: not a control character, and nothing that reorders text.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// The name by which a template selects this content type.
  static let name = "REPORT"
  private static let registration: Void = MustacheContentTypes.register(
    ReportText(), named: name)

  /// Parses a template whose values are escaped in this way.
  static func template(_ text: String) throws(InventoryError) -> MustacheTemplate {
    _ = registration
    do {
      return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name)}}" + text)
    } catch {
      throw InventoryError(.io, "a template of the report cannot be read: \(error)")
    }
  }
}
