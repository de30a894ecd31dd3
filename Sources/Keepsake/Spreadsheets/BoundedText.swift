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
