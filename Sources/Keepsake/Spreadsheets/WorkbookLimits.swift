/// Limits that are checked while a workbook is read, before memory is used.
public struct WorkbookLimits: Sendable {
  /// The most bytes of all parts together, without compression.
  public var bytes = 512 << 20
  /// The most bytes that one byte of the file may become.
  public var ratio = 200
  /// The most files in the archive.
  public var entries = 10_000
  /// The deepest nesting of elements.
  public var depth = 64
  /// The most columns.
  public var columns = 4096
  /// The most rows.
  public var rows = 1 << 20
  /// The most texts that cells share.
  public var texts = 4_000_000
  /// The most bytes of these texts together, which are kept in memory.
  public var sharedBytes = 128 << 20
  /// The most bytes of one text.
  public var textBytes = 1 << 20
  /// The longest time of one reading, without what is done with the rows.
  public var time = Duration.seconds(60)

  /// The limits of an import.
  public init() {}
}

/// Why a workbook can't be read.
public struct WorkbookFailure: Error, Equatable, Sendable {
  /// One line without a full stop.
  public var reason: String

  init(_ reason: String) { self.reason = reason }

  /// A file that isn't as the format requires.
  static func damaged(_ part: String) -> WorkbookFailure {
    WorkbookFailure(
      "its part \(part) is damaged; open it in a spreadsheet program and save it again")
  }
}

/// A text of a workbook that arrives in pieces and may not be longer than the limit.
struct BoundedText {
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(_ limits: WorkbookLimits) { limit = limits.textBytes }

  var isEmpty: Bool { bytes.isEmpty }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ piece: UnsafeRawBufferPointer) throws(WorkbookFailure) {
    guard bytes.count + piece.count <= limit else {
      throw WorkbookFailure("a text is longer than \(limit) bytes")
    }
    bytes += piece
  }
}
