import Crypto
import Foundation
import Storage

/// The credentials that a member needs to join: the server, the household, and the key.
///
/// The code gives full read and write access, so it is handed over like a house key.
public struct JoinCode: Hashable, Sendable {
  /// The address of the server, as libpq takes it.
  public var address: String
  /// The household's name on the server.
  public var household: String
  /// The key.
  public var key: SyncKey

  /// Makes a code.
  public init(address: String, household: String, key: SyncKey) {
    self.address = address
    self.household = household
    self.key = key
  }

  private static let prefix = "keepsake1-"
  private static let checkBytes = 4
  private static let maximumCharacters = 8000

  /// The code in letters, digits, `-` and `_`.
  public var text: String {
    var writer = ByteWriter()
    writer.write(address)
    writer.write(household)
    var secret = key.bytes
    for byte in secret { writer.write(byte) }
    KeyMemory.wipe(&secret)
    let check = SHA256.hash(data: writer.bytes).prefix(Self.checkBytes)
    return Self.prefix + URLSafeBase64.text(of: writer.bytes + check)
  }

  /// Reads a code; blanks and line ends that copying brought in do not matter.
  ///
  /// - Throws: `DecodingFailure` if a letter is missing or wrong.
  public init(typed: String) throws(DecodingFailure) {
    let letters = typed.filter { !$0.isWhitespace }
    guard letters.hasPrefix(Self.prefix), letters.utf8.count <= Self.maximumCharacters else {
      throw DecodingFailure.malformed("a letter is missing or wrong")
    }
    guard let data = URLSafeBase64.bytes(of: letters.dropFirst(Self.prefix.count)),
      data.count > Self.checkBytes
    else { throw DecodingFailure.malformed("a letter is missing or wrong") }
    let bytes = Array(data.dropLast(Self.checkBytes))
    guard
      Array(SHA256.hash(data: bytes).prefix(Self.checkBytes))
        == Array(data.suffix(Self.checkBytes))
    else { throw DecodingFailure.malformed("a letter is missing or wrong") }
    var reader = ByteReader(bytes)
    address = try reader.readText()
    household = try reader.readText()
    var key: [UInt8] = []
    while !reader.isAtEnd { key.append(try reader.readByte()) }
    defer { KeyMemory.wipe(&key) }
    guard let taken = SyncKey(bytes: key) else {
      throw DecodingFailure.malformed("a letter is missing or wrong")
    }
    self.key = taken
    // The last letter has bits to spare.
    guard text == letters else { throw DecodingFailure.malformed("a letter is missing or wrong") }
  }
}

/// Base64 in letters, digits, `-` and `_`, without padding (RFC 4648, section 5).
///
/// It works on bytes: a launch reads a join code, and replacing letters in strings took longer than all the rest of that.
enum URLSafeBase64 {
  static func text(of bytes: [UInt8]) -> String {
    let padded = Data(bytes).base64EncodedData()
    return String(decoding: padded.filter { $0 != padding }.map(safe), as: UTF8.self)
  }

  /// - Returns: `nil` for anything else.
  static func bytes(of text: Substring) -> Data? {
    var padded = text.utf8.map(usual)
    while padded.count % 4 != 0 { padded.append(padding) }
    return Data(base64Encoded: Data(padded))
  }

  private static let padding = UInt8(ascii: "=")

  private static func safe(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: letter
    }
  }

  private static func usual(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: letter
    }
  }
}
