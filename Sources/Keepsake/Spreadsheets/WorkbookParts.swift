/// The sheets of a workbook and its date system.
final class WorkbookIndex: MarkupParser.Handler {
  private(set) var sheets: [(name: String, relation: String, isHidden: Bool)] = []
  /// Whether days count from 1904 instead of 1900.
  private(set) var countsFrom1904 = false

  func begin(_ name: String, _ attributes: [String: String]) throws(WorkbookFailure) {
    if name == "workbookPr" { countsFrom1904 = ["1", "true"].contains(attributes["date1904"]) }
    guard name == "sheet", let title = attributes["name"], let relation = attributes["id"] else {
      return
    }
    guard sheets.count < 1000 else { throw WorkbookFailure("it has more than 1000 sheets") }
    sheets.append((title, relation, ["hidden", "veryHidden"].contains(attributes["state"])))
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(WorkbookFailure) {}
  func end(_ name: String) throws(WorkbookFailure) {}
}

/// The files of the sheets.
final class WorkbookRelations: MarkupParser.Handler {
  private(set) var targets: [String: String] = [:]

  func begin(_ name: String, _ attributes: [String: String]) throws(WorkbookFailure) {
    guard name == "Relationship", let id = attributes["Id"], let target = attributes["Target"]
    else {
      return
    }
    targets[id] = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(WorkbookFailure) {}
  func end(_ name: String) throws(WorkbookFailure) {}
}

/// The texts that cells share.
final class SharedStrings: MarkupParser.Handler {
  /// The bytes of all texts, one after the other.
  private var bytes: [UInt8] = []
  /// The end of each text in them.
  private var ends: [UInt32] = []
  private var text: BoundedText
  private var isText = false
  /// Whether the text tells how characters are read aloud.
  private var isPhonetic = false
  private let limits: WorkbookLimits

  init(_ limits: WorkbookLimits) {
    self.limits = limits
    text = BoundedText(limits)
  }

  /// The text at an index; `nil` for an index out of range.
  subscript(index: Int) -> String? {
    guard ends.indices.contains(index) else { return nil }
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return String(decoding: bytes[start..<Int(ends[index])], as: UTF8.self)
  }

  func begin(_ name: String, _ attributes: [String: String]) throws(WorkbookFailure) {
    switch name {
    case "si": text.clear()
    case "rPh": isPhonetic = true
    case "t": isText = !isPhonetic
    default: break
    }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(WorkbookFailure) {
    if isText { try text.append(bytes) }
  }

  func end(_ name: String) throws(WorkbookFailure) {
    switch name {
    case "t": isText = false
    case "rPh": isPhonetic = false
    case "si":
      guard ends.count < limits.texts, bytes.count + text.bytes.count <= limits.sharedBytes else {
        throw WorkbookFailure(
          "its texts are more than \(limits.texts), or larger than \(limits.sharedBytes >> 20) MiB; save it as .csv"
        )
      }
      bytes += text.bytes
      ends.append(UInt32(bytes.count))
    default: break
    }
  }
}

/// Which styles of cells show a number as a day.
final class CellStyles: MarkupParser.Handler {
  /// For each style, whether it shows a day.
  private(set) var areDays: [Bool] = []
  private var codes: [Int: Bool] = [:]
  private var isInCells = false

  func begin(_ name: String, _ attributes: [String: String]) throws(WorkbookFailure) {
    switch name {
    case "numFmt":
      if let id = attributes["numFmtId"].flatMap({ Int($0) }), codes.count < 10_000 {
        codes[id] = Self.showsDay(attributes["formatCode"] ?? "")
      }
    case "cellXfs": isInCells = true
    case "xf" where isInCells && areDays.count < 100_000:
      let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
      areDays.append(codes[id] ?? Self.builtIn.contains(id))
    default: break
    }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(WorkbookFailure) {}

  func end(_ name: String) throws(WorkbookFailure) {
    if name == "cellXfs" { isInCells = false }
  }

  /// The numbers of the built-in formats that show a day.
  private static let builtIn = Set(
    Array(14...17) + [22] + Array(27...31) + [36] + Array(50...54) + [57, 58])

  /// Whether a format code shows a year or a day outside quotes, brackets and escapes.
  private static func showsDay(_ code: String) -> Bool {
    var (isQuoted, isBracketed, isEscaped) = (false, false, false)
    for letter in code.lowercased() {
      if isEscaped {
        isEscaped = false
      } else if letter == "\"" {
        isQuoted.toggle()
      } else if isQuoted {
        continue
      } else if letter == "\\" || letter == "_" {
        isEscaped = true
      } else if letter == "[" || letter == "]" {
        isBracketed = letter == "["
      } else if !isBracketed, letter == "y" || letter == "d" {
        return true
      }
    }
    return false
  }
}
