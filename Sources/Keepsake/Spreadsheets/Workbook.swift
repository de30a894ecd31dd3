import Archives
import Foundation

/// A workbook of Excel (.xlsx), read with limits: don't trust what it claims about itself.
///
/// ```swift
/// let workbook = try Workbook(descriptor: file)
/// let rows = try workbook.rows(of: workbook.defaultSheet)
/// ```
public final class Workbook {
  /// A row that holds something.
  public struct Row: Hashable, Sendable {
    /// The number that a spreadsheet shows.
    public var number: Int
    /// The cells from column A on.
    public var cells: [Cell]
  }

  /// A cell.
  public struct Cell: Hashable, Sendable {
    /// The text, the number with a decimal point, or the day as `2024-05-31`.
    public var text: String
    /// Whether the file stores a number.
    public var isNumber: Bool
  }

  /// The content of an archive.
  public enum Content: Sendable {
    case workbook, openDocument, other
  }

  /// The names of the sheets, in their order.
  public var sheetNames: [String] { index.sheets.map(\.name) }

  /// The name of the first sheet that isn't hidden.
  public var defaultSheet: String {
    (index.sheets.first { !$0.isHidden } ?? index.sheets[0]).name
  }

  private let descriptor: Int32
  private let fileBytes: Int
  private let limits: WorkbookLimits
  private let deadline: ContinuousClock.Instant
  private let index = WorkbookIndex()
  private let relations = WorkbookRelations()
  private let strings: SharedStrings
  private let styles = CellStyles()
  /// The bytes of all parts that were read.
  private var bytesRead = 0

  private static let (indexPart, relationsPart) = ("xl/workbook.xml", "xl/_rels/workbook.xml.rels")

  /// Opens a workbook in an open, seekable file; the caller closes it.
  ///
  /// - Throws: `WorkbookFailure` for what is no workbook, is damaged, or exceeds the limits.
  public init(
    descriptor: Int32, limits: WorkbookLimits = WorkbookLimits()
  ) throws(WorkbookFailure) {
    self.descriptor = descriptor
    self.limits = limits
    deadline = .now + limits.time
    fileBytes = Int(lseek(descriptor, 0, SEEK_END))
    strings = SharedStrings(limits)
    try read([
      Self.indexPart: index, Self.relationsPart: relations, "xl/sharedStrings.xml": strings,
      "xl/styles.xml": styles,
    ])
    guard !index.sheets.isEmpty else { throw .damaged(Self.indexPart) }
  }

  /// The content of the archive in an open, seekable file, by the names of its entries.
  public static func content(descriptor: Int32) -> Content {
    lseek(descriptor, 0, SEEK_SET)
    guard let reader = try? ZipReader(descriptor: descriptor) else { return .other }
    var count = 0
    while count < 200, let entry = try? reader.next() {
      if entry.name == indexPart { return .workbook }
      if entry.name == "content.xml" { return .openDocument }
      count += 1
    }
    return .other
  }

  /// The rows of a sheet that hold something.
  ///
  /// Cells that are merged below each other all get the value of the first.
  ///
  /// - Throws: `WorkbookFailure` if there is no sheet of that name.
  public func rows(of sheet: String) throws(WorkbookFailure) -> [Row] {
    guard let found = index.sheets.first(where: { $0.name == sheet }) else {
      let names = sheetNames.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
      throw WorkbookFailure("it has no sheet “\(sheet)”; the sheets are \(names)")
    }
    guard let part = relations.targets[found.relation] else { throw .damaged(Self.relationsPart) }
    let parser = SheetParser(
      strings: strings.strings, areDays: styles.areDays, countsFrom1904: index.countsFrom1904,
      limits: limits)
    try read([part: parser])
    return Self.filled(parser.rows, parser.merged)
  }

  private static func filled(
    _ rows: [Row], _ merged: [(column: Int, first: Int, last: Int)]
  ) -> [Row] {
    var rows = rows
    let places = Dictionary(uniqueKeysWithValues: rows.indices.map { (rows[$0].number, $0) })
    for merge in merged {
      guard let top = places[merge.first], merge.column < rows[top].cells.count else { continue }
      let cell = rows[top].cells[merge.column]
      guard !cell.text.isEmpty, let last = rows.last?.number else { continue }
      for number in (merge.first + 1)...max(merge.first + 1, min(merge.last, last)) {
        guard let index = places[number] else { continue }
        while rows[index].cells.count <= merge.column {
          rows[index].cells.append(Cell(text: "", isNumber: false))
        }
        if rows[index].cells[merge.column].text.isEmpty { rows[index].cells[merge.column] = cell }
      }
    }
    return rows
  }

  /// Reads parts of the archive; a part that is missing leaves its handler as it is.
  private func read(_ handlers: [String: any MarkupParser.Handler]) throws(WorkbookFailure) {
    do {
      lseek(descriptor, 0, SEEK_SET)
      let reader = try ZipReader(descriptor: descriptor)
      var (count, found) = (0, 0)
      while found < handlers.count, let entry = try reader.next() {
        count += 1
        guard count <= limits.entries else {
          throw WorkbookFailure("it contains more than \(limits.entries) files")
        }
        guard let handler = handlers[entry.name], entry.kind == .file else { continue }
        found += 1
        let parser = try MarkupParser(part: entry.name, depth: limits.depth, handler: handler)
        try read(reader, parser)
      }
    } catch let failure as WorkbookFailure {
      throw failure
    } catch {
      let reason = (error as? ArchiveFailure)?.reason ?? "\(error)"
      throw WorkbookFailure("its archive is damaged: \(reason)")
    }
  }

  private func read(_ reader: ZipReader, _ parser: MarkupParser) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try reader.read(into: buffer)
      bytesRead += count
      guard bytesRead <= limits.bytes else {
        throw WorkbookFailure("it is larger than \(limits.bytes >> 20) MiB without compression")
      }
      guard bytesRead <= limits.ratio * fileBytes + (1 << 20) else {
        throw WorkbookFailure(
          "it is compressed more than \(limits.ratio) times, as no spreadsheet program does")
      }
      guard .now < deadline else {
        throw WorkbookFailure(
          "reading it takes longer than \(limits.time.components.seconds) seconds")
      }
      try parser.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isLast: count == 0)
      if count == 0 { return }
    }
  }
}
