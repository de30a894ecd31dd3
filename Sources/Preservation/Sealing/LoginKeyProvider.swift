import Crypto
import Foundation

/// Keeps one random key per login in a file that only its owner can read.
///
/// The file lives with the data and never beside the state, so a copy of the state directory alone
/// is unreadable. Whoever can read the person's whole home can read the state too.
public struct LoginKeyProvider: KeyProvider {
  private let key: SymmetricKey

  /// See ``KeyProvider/name``.
  public var name: String { "login" }

  /// See ``KeyProvider/promise``.
  public var promise: String {
    "sealed with a key bound to this login: it protects a copy of the state without the key, "
      + "not against somebody who can read all of your files"
  }

  /// Reads the key file, or makes one with a new random key.
  ///
  /// - Throws: ``StateError`` when the file cannot be used.
  public init(file path: String) throws {
    if access(path, F_OK) != 0, errno == ENOENT {
      try PrivateFile.makeDirectory((path as NSString).deletingLastPathComponent)
      let fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
      // Another program may be quicker: the key that is in the file then is the key.
      _ = try PrivateFile.create(path, contents: fresh)
    }
    guard let bytes = try PrivateFile.contents(of: path, limit: 1024), bytes.count == 32 else {
      throw StateError.damaged("the key file \(path) is damaged")
    }
    key = SymmetricKey(data: bytes)
  }

  /// The key file that is there; `nil` when there is none, and none is made.
  ///
  /// - Throws: ``StateError`` when the file cannot be used.
  public static func existing(file path: String) throws -> LoginKeyProvider? {
    access(path, F_OK) == 0 ? try LoginKeyProvider(file: path) : nil
  }

  /// A provider with a random key that is never stored; for tests.
  public init() {
    key = SymmetricKey(size: .bits256)
  }

  /// Seals the key under the login's key.
  public func wrap(_ key: [UInt8]) throws -> Data {
    let box = try AES.GCM.seal(key, using: self.key, authenticating: Data(name.utf8))
    guard let combined = box.combined else { throw SealFailure() }
    return combined
  }

  /// Opens a key that ``wrap(_:)`` sealed.
  public func unwrap(_ wrapped: Data) throws -> [UInt8] {
    do {
      let box = try AES.GCM.SealedBox(combined: wrapped)
      return Array(try AES.GCM.open(box, using: key, authenticating: Data(name.utf8)))
    } catch {
      throw StateError.locked("the key of this login does not open it")
    }
  }
}
