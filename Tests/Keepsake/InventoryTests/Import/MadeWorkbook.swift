import Archives
import Foundation

/// A workbook as spreadsheet programs write it, or a forged one.
struct MadeWorkbook {
  /// The sheets: name, state and the content of `sheetData`, followed by what comes after it.
  var sheets: [(name: String, state: String, data: String)] = []
  /// The texts that cells share, each as the content of `si`.
  var strings: [String] = []
  var countsFrom1904 = false
  /// Parts that replace others.
  var parts: [(name: String, bytes: [UInt8])] = []

  /// The styles: 1 shows a day, 2 a day by a code, 3 an amount of money.
  private static let styles = """
    <styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>
    <numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-407]\\ &quot;days&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>
    """

  /// The bytes of the file.
  func bytes(in directory: String) throws -> [UInt8] {
    let path = directory + "/made-\(UUID().uuidString).xlsx"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let zip = try ZipWriter(descriptor: file)
    for part in allParts { try zip.add(part.name, part.bytes, modified: 0) }
    try zip.finish()
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private var allParts: [(name: String, bytes: [UInt8])] {
    var entries = ""
    var relations = ""
    var texts: [(String, String)] = []
    for (index, sheet) in sheets.enumerated() {
      let number = index + 1
      entries +=
        "<sheet name=\"\(sheet.name)\" sheetId=\"\(number)\" state=\"\(sheet.state)\" r:id=\"r\(number)\"/>"
      relations += "<Relationship Id=\"r\(number)\" Target=\"worksheets/sheet\(number).xml\"/>"
      texts.append(("xl/worksheets/sheet\(number).xml", "<worksheet>\(sheet.data)</worksheet>"))
    }
    let properties = "<workbookPr date1904=\"\(countsFrom1904 ? 1 : 0)\"/>"
    let shared = strings.map { "<si>\($0)</si>" }.joined()
    texts.append(("[Content_Types].xml", "<Types/>"))
    texts.append(
      (
        "xl/workbook.xml",
        "<workbook xmlns:r=\"r\">\(properties)<sheets>\(entries)</sheets></workbook>"
      ))
    texts.append(("xl/_rels/workbook.xml.rels", "<Relationships>\(relations)</Relationships>"))
    texts.append(("xl/styles.xml", Self.styles))
    texts.append(("xl/sharedStrings.xml", "<sst>\(shared)</sst>"))
    let replaced = Set(parts.map(\.name))
    var all = parts
    for (name, text) in texts where !replaced.contains(name) {
      all.append((name, Array(text.utf8)))
    }
    return all
  }
}
