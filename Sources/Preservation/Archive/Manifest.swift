/// What the archive as a whole must look like: of constant size, sealed, written with every commit.
///
/// It lies in the row of an object that its commit stored, so that a turn which changes one object writes
/// one page; at quiet moments, after the first commit and after one that stored nothing, it lies in a
/// table of its own. Older ones may still lie in other rows: the one with the highest number counts.
///
/// Notices rows that were lost, added, swapped or replaced by older ones of the same session. A copy
/// of the whole file put back is genuine and cannot be told from the newest one (reliability S10); nor
/// can, until the next quiet moment, the row that was stored last, put back with the manifest in it.
struct Manifest: Hashable {
  /// The number of the commit; 0 in files of the first format, which did not count them.
  var sequence: Int64
  var count: Int
  var fingerprint: Fingerprint
  var info: ArchiveInfo

  static let empty = Manifest(
    sequence: 0, count: 0, fingerprint: Fingerprint(), info: ArchiveInfo())

  /// Whether it was written in the first format, with other fingerprints.
  var isFormer: Bool { sequence == 0 && count > 0 }

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
    writer.write(sequence)
    return writer.bytes
  }
}

extension Manifest {
  init(bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    let count = try reader.readInt()
    let low = try reader.readInt()
    let high = try reader.readInt()
    guard let count = Int(exactly: count), count >= 0 else {
      throw .malformed("the manifest's count")
    }
    self.count = count
    fingerprint = Fingerprint(low: UInt64(bitPattern: low), high: UInt64(bitPattern: high))
    info = ArchiveInfo(
      bundleVersion: try reader.readString(), systemVersion: try reader.readString(),
      timestamp: try reader.readDouble())
    sequence = reader.isAtEnd ? 0 : try reader.readInt()
    guard sequence >= 0 else { throw .malformed("the manifest's number") }
  }
}
