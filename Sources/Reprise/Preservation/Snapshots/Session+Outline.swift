import Foundation
import Storage

/// What a window looked like, without any of its text, for the time before the passphrase.
///
/// It lies beside the archive, which does not open then, and is sealed with the login's key. One that was cut, damaged or
/// copied from another session does not open.
extension Session {
  static let outlineFile = "outline"

  /// The largest outline, in bytes, with its seal.
  private static let largestOutline = 16 << 10

  /// Keeps an outline in place of the last one.
  package func keepOutline(_ bytes: [UInt8], keys: LoginKeyProvider) throws {
    let sealed = try keys.seal(bytes, for: "outline of \(name)")
    guard sealed.count <= Self.largestOutline else { return }
    let descriptor = try directory.open(Self.outlineFile, flags: O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(descriptor) }
    _ = retryingInterrupted { write(descriptor, sealed, sealed.count) }
  }

  /// The last outline, if it opens.
  package func outline(keys: LoginKeyProvider) -> [UInt8]? {
    let file = Self.outlineFile
    guard
      let sealed = try? PrivateFile.contents(of: file, in: directory, limit: Self.largestOutline)
    else { return nil }
    return keys.open(sealed, for: "outline of \(name)")
  }

  /// Removes the outline, where nothing is asked any more.
  public func forgetOutline() { directory.remove(Self.outlineFile) }
}

extension StateStore {
  /// Keeps the outline of a session; a lost one is no harm.
  package func keepOutline(_ bytes: [UInt8], keyFile: String) {
    guard let session, let keys = try? LoginKeyProvider.existing(file: keyFile) else { return }
    try? session.keepOutline(bytes, keys: keys)
  }
}
