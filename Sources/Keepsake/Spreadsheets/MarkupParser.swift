import CExpat

/// Parses XML with expat, piece by piece, without entities and document types.
final class MarkupParser {
  /// Receives the elements of a document.
  protocol Handler: AnyObject {
    /// An element begins.
    ///
    /// - Parameter name: Its name without a prefix.
    func begin(_ name: String, _ attributes: [String: String]) throws(WorkbookFailure)
    /// Characters of the innermost element.
    func text(_ bytes: UnsafeRawBufferPointer) throws(WorkbookFailure)
    /// Whether the rest of the document is of no interest.
    var isDone: Bool { get }
    /// An element ends.
    func end(_ name: String) throws(WorkbookFailure)
  }

  private let parser: XML_Parser
  private let handler: any Handler

  /// Whether the rest of the document is of no interest.
  var isDone: Bool { handler.isDone }

  private let part: String
  private let maximumDepth: Int
  private var depth = 0
  private var failure: WorkbookFailure?

  init(part: String, depth: Int, handler: any Handler) throws(WorkbookFailure) {
    guard let parser = XML_ParserCreate(nil) else {
      throw WorkbookFailure("there is not enough memory")
    }
    self.parser = parser
    self.handler = handler
    self.part = part
    maximumDepth = depth
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { MarkupParser.of($0)?.begin($1, $2) }, { MarkupParser.of($0)?.end($1) })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      MarkupParser.of(data)?.text(UnsafeRawBufferPointer(start: characters, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      MarkupParser.of(data)?.refuseDocumentType()
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Parses the next bytes.
  ///
  /// - Parameter isLast: Whether no bytes follow.
  func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(WorkbookFailure) {
    let start = bytes.bindMemory(to: CChar.self).baseAddress
    let status = XML_Parse(parser, start, Int32(bytes.count), isLast ? 1 : 0)
    if let failure { throw failure }
    guard status == XML_STATUS_OK else { throw .damaged(part) }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> MarkupParser? {
    data.map { Unmanaged<MarkupParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func attempt(_ body: () throws(WorkbookFailure) -> Void) {
    guard failure == nil, !handler.isDone else { return }
    do throws(WorkbookFailure) {
      try body()
    } catch {
      failure = error
      XML_StopParser(parser, 0)
    }
  }

  private func begin(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    attempt { () throws(WorkbookFailure) in
      depth += 1
      guard depth <= maximumDepth else {
        throw WorkbookFailure("its part \(part) is nested deeper than \(maximumDepth) levels")
      }
      var values: [String: String] = [:]
      var index = 0
      while let key = attributes?[index], let value = attributes?[index + 1] {
        values[Self.local(key)] = String(cString: value)
        index += 2
      }
      try handler.begin(Self.local(name), values)
    }
  }

  private func text(_ bytes: UnsafeRawBufferPointer) {
    attempt { () throws(WorkbookFailure) in try handler.text(bytes) }
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    attempt { () throws(WorkbookFailure) in
      depth -= 1
      try handler.end(Self.local(name))
    }
  }

  /// Document types define entities, which can grow without bound or name other files; no spreadsheet program uses them.
  private func refuseDocumentType() {
    attempt { () throws(WorkbookFailure) in
      throw WorkbookFailure(
        "its part \(part) has a document type, which no spreadsheet program writes")
    }
  }

  /// A name without its prefix.
  private static func local(_ name: UnsafePointer<CChar>?) -> String {
    guard let name else { return "" }
    let text = String(cString: name)
    return text.lastIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text
  }
}

extension MarkupParser.Handler {
  var isDone: Bool { false }
}
