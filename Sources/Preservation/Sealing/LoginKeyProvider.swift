import Crypto
import Foundation

/// Keeps one random key per login in a file that only its owner can read.
///
/// The file lives with the data and never beside the state, so a copy of the state directory alone
/// is unreadable. Whoever can read the person's whole home can read the state too.
public struct LoginKeyProvider: KeyProvider {
  /// The length of a key, in bytes.
  private static let size = 32

  private let key: SymmetricKey

  /// See ``KeyProvider/damagedFile``.
  public private(set) var damagedFile: String?

  /// See ``KeyProvider/name``.
  public var name: String { "login" }

  /// See ``KeyProvider/promise``.
  public var promise: String {
    "sealed with a key bound to this login: it protects a copy of the state without the key, "
      + "not against somebody who can read all of your files"
  }

  /// Reads the key file, or makes one with a new random key.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when the file holds no key, or is no plain file; another
  ///   ``StateError`` when it cannot be used.
  public init(file path: String) throws {
    if !Self.exists(path) {
      try PrivateFile.makeDirectory((path as NSString).deletingLastPathComponent)
      var fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
      defer { KeyMemory.wipe(&fresh) }
      // Another program may be quicker: the key that is in the file then is the key.
      _ = try PrivateFile.create(path, contents: fresh)
    }
    guard Self.isPlain(path), var bytes = try PrivateFile.contents(of: path, limit: 1024),
      bytes.count == Self.size
    else {
      throw StateError.damaged(
        "the key file \(path) is damaged; the app puts it aside at its next start")
    }
    key = SymmetricKey(data: bytes)
    KeyMemory.wipe(&bytes)
    KeyMemory.protect(key)
  }

  /// Reads the key file, or makes one; a damaged one is put aside before, never deleted.
  ///
  /// For apps: a key that is lost costs what it sealed, never the way in. ``damagedFile`` says where it
  /// lies then.
  ///
  /// - Throws: ``StateError`` when the file cannot be used, or is somebody else's.
  public static func mending(file path: String) throws -> LoginKeyProvider {
    do {
      return try LoginKeyProvider(file: path)
    } catch StateError.damaged {
      let directory = try PrivateDirectory(
        path: (path as NSString).deletingLastPathComponent)
      return try directory.whileLocked {
        // Whoever had the lock before has made a new one.
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

  /// Whether there is a file, and not a link, a pipe or the like in its place.
  private static func isPlain(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// The key file that is there; `nil` when there is none, and none is made.
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
}
