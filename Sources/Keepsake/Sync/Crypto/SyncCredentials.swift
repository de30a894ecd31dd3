import Storage

/// What a home needs to be part of its household: the code, and as whom it writes.
///
/// It has the key, and maybe a password of the server: it is stored sealed alone.
public struct SyncCredentials: Hashable, Sendable {
  /// The server, the household and the key.
  public var code: JoinCode
  /// The name under which the others see what is written here.
  public var member: String
  /// When the home joined, in milliseconds since 1970.
  public var joined: Int64

  /// Makes credentials.
  public init(code: JoinCode, member: String, joined: Int64) {
    self.code = code
    self.member = member
    self.joined = joined
  }

  /// The form in which they are sealed.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(code.text)
    writer.write(member)
    writer.write(joined)
    return writer.bytes
  }

  /// Reads ``bytes``.
  ///
  /// - Throws: `DecodingFailure`.
  public init(bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    self.init(
      code: try JoinCode(typed: try reader.readText()), member: try reader.readText(),
      joined: try reader.readInt())
  }
}
