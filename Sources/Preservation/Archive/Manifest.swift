/// What the archive as a whole must look like: of constant size, sealed, written with every commit.
///
/// Notices rows that were lost, added, swapped or replaced by older ones of the same session. A copy
/// of the whole file put back is genuine and cannot be told from the newest one (reliability S10).
struct Manifest: Hashable {
  var count: Int
  var fingerprint: Fingerprint
  var info: ArchiveInfo

  static let empty = Manifest(count: 0, fingerprint: Fingerprint(), info: ArchiveInfo())

  /// The row under which the manifest is sealed; no node has it.
  static let row: Int64 = 0

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count)
    writer.write(Int64(bitPattern: fingerprint.low))
    writer.write(Int64(bitPattern: fingerprint.high))
    writer.write(info.bundleVersion)
    writer.write(info.systemVersion)
    writer.write(info.timestamp)
    return writer.bytes
  }
}

extension Manifest {
  init(bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    let count = try reader.readInt()
    let low = try reader.readInt()
    let high = try reader.readInt()
    guard let count = Int(exactly: count) else { throw .malformed("the manifest's count") }
    self.count = count
    fingerprint = Fingerprint(low: UInt64(bitPattern: low), high: UInt64(bitPattern: high))
    info = ArchiveInfo(
      bundleVersion: try reader.readString(), systemVersion: try reader.readString(),
      timestamp: try reader.readDouble())
  }
}
