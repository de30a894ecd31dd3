import Crypto
import Foundation
import Storage

/// Keeps one random key per login in a file that only its owner can read.
///
/// The file is stored with the data and never with the state, so a copy of the state directory
/// alone is unreadable. Anyone who can read the whole home directory can read the state, too.
public struct LoginKeyProvider: KeyProvider {
  /// The length of a key, in bytes.
  private static let size = 32

  let key: SymmetricKey

  /// See ``KeyProvider/damagedFile``.
  public private(set) var damagedFile: String?

  /// See ``KeyProvider/name``.
  public var name: String { "login" }

  /// See ``KeyProvider/promise``.
  public var promise: String {
    "sealed with a key bound to this login: it protects a copy of the state without the key, "
      + "but not against anyone who can read all of your files"
  }

  /// Reads the key file, or makes one with a new random key.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when the file contains no key or is not a plain file; another
  ///   ``StateError`` when it cannot be used.
  public init(file path: String) throws {
    if !Self.exists(path) {
      _ = try PrivateDirectory(path: (path as NSString).deletingLastPathComponent)
      var fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
      defer { KeyMemory.wipe(&fresh) }
      // Another program may have created the file first; then its key counts.
      _ = try PrivateFile.create(path, contents: fresh)
    }
    guard Self.isPlain(path), var bytes = try PrivateFile.contents(of: path, limit: 1024),
      bytes.count == Self.size
    else {
      throw StateError.damaged(
        "the key file \(path) is damaged; the app sets it aside at its next start")
    }
    key = SymmetricKey(data: bytes)
    KeyMemory.wipe(&bytes)
    key.withUnsafeBytes(KeyMemory.protect)
  }

  /// Reads the key file, or makes one; sets a damaged one aside first and never deletes it.
  ///
  /// For apps: a lost key costs the state that it sealed, but the app still starts. ``damagedFile``
  /// is then the old file's new path.
  ///
  /// - Throws: ``StateError`` when the file cannot be used, or belongs to another user.
  public static func mending(file path: String) throws -> LoginKeyProvider {
    do {
      return try LoginKeyProvider(file: path)
    } catch StateError.damaged {
      let directory = try PrivateDirectory(
        path: (path as NSString).deletingLastPathComponent)
      return try directory.whileLocked {
        // The previous holder of the lock may have made a new key.
        if let keys = try? LoginKeyProvider(file: path) { return keys }
        let aside = try directory.putAside((path as NSString).lastPathComponent)
        var keys = try LoginKeyProvider(file: path)
        keys.damagedFile = aside
        return keys
      }
    }
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || errno != ENOENT
  }

  /// Whether the path holds a plain file, not a link, a pipe or the like.
  private static func isPlain(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads the key file, but creates none; `nil` if the file does not exist.
  ///
  /// - Throws: ``StateError`` when the file cannot be used.
  public static func existing(file path: String) throws -> LoginKeyProvider? {
    exists(path) ? try LoginKeyProvider(file: path) : nil
  }

  /// A provider with a random key that is never stored; for tests.
  public init() {
    key = SymmetricKey(size: .bits256)
  }

  /// Seals the key under the login's key.
  public func wrap(_ key: [UInt8]) throws -> Data {
    let box = try AES.GCM.seal(key, using: self.key, authenticating: Array(name.utf8))
    guard let combined = box.combined else { throw SealFailure() }
    return combined
  }

  /// Opens a key that ``wrap(_:)`` sealed.
  public func unwrap(_ wrapped: Data) throws -> [UInt8] {
    do {
      let box = try AES.GCM.SealedBox(combined: wrapped)
      return Array(try AES.GCM.open(box, using: key, authenticating: Array(name.utf8)))
    } catch {
      throw StateError.locked("the key of this login does not open it")
    }
  }

  // MARK: - Bytes

  /// Seals a few bytes for one purpose; they open for no other.
  func seal(_ bytes: [UInt8], for purpose: String) throws -> [UInt8] {
    let box = try AES.GCM.seal(bytes, using: key, authenticating: Self.binding(purpose))
    guard let combined = box.combined else { throw SealFailure() }
    return Array(combined)
  }

  /// Opens what ``seal(_:for:)`` sealed; `nil` for anything else.
  func open(_ sealed: [UInt8], for purpose: String) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
    return (try? AES.GCM.open(box, using: key, authenticating: Self.binding(purpose))).map(
      Array.init)
  }

  /// No wrapped key opens as these bytes, nor the other way round.
  private static func binding(_ purpose: String) -> [UInt8] { Array("bytes\0\(purpose)".utf8) }
}
