import Crypto

/// What stands before the contents of a protected file.
///
/// ```
///   0    8 bytes  magic
///   8    1 byte   version
///   9    1 byte   class
///  10   16 bytes  identity of the key bag
///  26   16 bytes  identity of the contents, new each time they are written
///  42    8 bytes  length of the contents in bytes, little-endian
///  50   32 bytes  public key for one use, or zeros (``ProtectionClass/completeUnlessOpen``)
///  82   60 bytes  key of the contents, sealed for all of the above
/// ```
struct ProtectedHeader: Equatable {
  static let magic = Array("RPRSFIL\0".utf8)
  static let version: UInt8 = 1

  /// The length of a header, in bytes.
  static let size = 82 + Sealing.sealedKey

  var kind: ProtectionClass
  var bag: [UInt8]
  var identity: [UInt8]
  var length: UInt64
  var ephemeral = [UInt8](repeating: 0, count: 32)
  var sealedKey: [UInt8] = []

  /// What the seal of the key binds: nobody changes class or length without the key.
  var purpose: [UInt8] {
    let length = withUnsafeBytes(of: length.littleEndian) { Array($0) }
    return Self.magic + [Self.version, kind.rawValue] + bag + identity + length + ephemeral
  }

  var bytes: [UInt8] { purpose + sealedKey }

  init(kind: ProtectionClass, bag: [UInt8], identity: [UInt8], length: UInt64) {
    (self.kind, self.bag, self.identity, self.length) = (kind, bag, identity, length)
  }

  /// Whether a file that begins like this is a protected one, perhaps of another version.
  static func isProtected(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Reads a header; what it opens only a key can check.
  init(_ bytes: [UInt8], path: String) throws(ProtectionError) {
    guard Self.isProtected(bytes), bytes.count > 8 else {
      throw .foreign("\(path) is not protected")
    }
    guard bytes[8] <= Self.version else { throw .newer(path, version: Int(bytes[8])) }
    guard bytes.count == Self.size, bytes[8] == Self.version,
      let kind = ProtectionClass(rawValue: bytes[9])
    else { throw .damaged(path) }
    self.init(
      kind: kind, bag: Array(bytes[10..<26]), identity: Array(bytes[26..<42]),
      length: bytes[42..<50].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    ephemeral = Array(bytes[50..<82])
    sealedKey = Array(bytes[82...])
  }

  /// What the seal of a piece of the contents binds.
  func purpose(ofPiece index: UInt64) -> [UInt8] {
    identity + withUnsafeBytes(of: index.littleEndian) { Array($0) }
  }
}
