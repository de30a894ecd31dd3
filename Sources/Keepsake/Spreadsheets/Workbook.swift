import Archives
import Foundation

/// A workbook of Excel (.xlsx), read with limits: don't trust what it claims about itself.
///
/// ```swift
/// let workbook = try Workbook(descriptor: file)
/// let sheet = workbook.defaultSheet
/// let merges = try workbook.merges(of: sheet)
/// try workbook.forEachRow(of: sheet, filling: merges) { row, _ in print(row.cells); return true }
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

  /// The cells of a sheet that are merged below each other.
  public struct Merges: Sendable {
    /// Cells of one column.
    struct Range: Sendable {
      var column: Int
      var first: Int
      var last: Int
    }

    var ranges: [Range] = []
    /// The number of rows that hold something.
    public internal(set) var rowCount = 0

    /// A sheet without such cells.
    public init() {}
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
  private var deadline: ContinuousClock.Instant
  private let index = WorkbookIndex()
  private let relations = WorkbookRelations()
  private let strings: SharedStrings
  private let styles = CellStyles()
  /// The bytes that the present reading has read.
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

  /// Finds the cells of a sheet that are merged below each other, which a file states after all rows.
  ///
  /// - Throws: `WorkbookFailure` if there is no sheet of that name.
  public func merges(of sheet: String) throws(WorkbookFailure) -> Merges {
    let parser = try read(sheet) { _ in true }
    return parser.merges
  }

  /// Calls a closure with every row of a sheet that holds something, and the share of the rows before it, until it
  /// returns `false`.
  ///
  /// Cells that are merged below each other all get the value of the first.
  ///
  /// - Throws: `WorkbookFailure` if there is no sheet of that name, and any error of the closure.
  public func forEachRow(
    of sheet: String, filling merges: Merges, _ body: @escaping (Row, Double) throws -> Bool
  ) throws {
    var filling = MergeFilling(merges)
    var index = 0
    let parser = try read(sheet) { [self] row in
      let start = ContinuousClock.now
      // Only the time of reading is limited.
      defer { deadline += .now - start }
      index += 1
      return try body(
        filling.filled(row), Double(index) / Double(max(merges.rowCount, index)))
    }
    if let interruption = parser.interruption { throw interruption }
  }

  private func read(
    _ sheet: String, _ onRow: @escaping (Row) throws -> Bool
  ) throws(WorkbookFailure) -> SheetParser {
    guard let found = index.sheets.first(where: { $0.name == sheet }) else {
      let names = sheetNames.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
      throw WorkbookFailure("it has no sheet “\(sheet)”; the sheets are \(names)")
    }
    guard let part = relations.targets[found.relation] else { throw .damaged(Self.relationsPart) }
    let parser = SheetParser(
      strings: strings, areDays: styles.areDays, countsFrom1904: index.countsFrom1904,
      limits: limits, onRow: onRow)
    deadline = .now + limits.time
    bytesRead = 0
    try read([part: parser])
    return parser
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
      if count == 0 || parser.isDone { return }
    }
  }
}
