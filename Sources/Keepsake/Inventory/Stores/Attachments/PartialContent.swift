import Foundation
import Storage

/// A file received in parts, possibly over days: received parts survive the end of the program.
///
/// It is renamed to its digest only once it is complete and verified.
public final class PartialContent {
  private let directory: AttachmentDirectory
  private let sha256: String
  private let name: String
  private let descriptor: Int32
  /// The number of received bytes.
  public private(set) var length: Int64

  static let prefix = ".partial-"

  /// Opens what has come so far; `nil` while another program has it open.
  ///
  /// - Parameter sha256: The digest, which is checked to be one.
  public init?(_ sha256: String, of store: AttachmentStore) throws(InventoryError) {
    guard SHA256Text.isOne(sha256),
      let directory = try AttachmentDirectory(in: store.directory, create: true)
    else { throw InventoryError(.badData, "a file of the household has an invalid description") }
    self.directory = directory
    self.sha256 = sha256
    name = Self.prefix + sha256
    let full = directory.path + "/" + name
    descriptor = openat(
      directory.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .system("create", full, code: errno, fallback: .cannotCreate)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw InventoryError(.permission, "\(full) is not a regular file; move it away")
    }
    length = Int64(status.st_size)
    guard FileLock.take(descriptor) == .taken, isInItsPlace else { return nil }
  }

  /// Whether the name still belongs to the file: another program may just have finished it.
  private var isInItsPlace: Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0
      && fstatat(directory.descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
      && own.st_ino == named.st_ino
  }

  deinit {
    FileLock.release(descriptor)
    close(descriptor)
  }

  /// Takes away what does not belong to whole parts, as a kill leaves it.
  public func cut(to length: Int64) throws(InventoryError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw failure() }
    self.length = length
  }

  /// Adds the next part.
  public func append(_ bytes: [UInt8]) throws(InventoryError) {
    guard lseek(descriptor, off_t(length), SEEK_SET) >= 0 else { throw failure() }
    guard bytes.withUnsafeBytes({ writeAll($0, toFile: descriptor) }) else { throw failure() }
    length += Int64(bytes.count)
  }

  /// Gives the file its place.
  ///
  /// - Throws: `badData` if the file does not match its digest; it is then received from the start.
  public func finish() throws(InventoryError) {
    var digest = ContentDigest()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    guard lseek(descriptor, 0, SEEK_SET) >= 0 else { throw failure() }
    while true {
      let count = retryingInterrupted { read(descriptor, &buffer, buffer.count) }
      guard count >= 0 else { throw failure() }
      guard count > 0 else { break }
      buffer.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    guard digest.text == sha256 else {
      unlinkat(directory.descriptor, name, 0)
      throw InventoryError(.badData, "a file from the household was altered")
    }
    AttachmentSeal.put(on: descriptor, sha256: sha256)
    try directory.sync(descriptor, directory.path + "/" + name)
    let place = AttachmentDirectory.place(of: sha256)
    guard let below = try directory.openBelow(place.directory, create: true) else { return }
    defer { close(below) }
    guard renameat(directory.descriptor, name, below, place.name) == 0 else { throw failure() }
    try directory.sync(below, directory.path(of: sha256))
  }

  private func failure() -> InventoryError {
    let code = errno
    guard code == ENOSPC || code == EDQUOT || code == EFBIG else {
      return .system("write", directory.path + "/" + name, code: code)
    }
    return InventoryError(.io, "cannot store a file of the household: the disk is full")
  }
}

extension AttachmentStore {
  /// Opens a file that the household exchanges; the caller closes the descriptor.
  ///
  /// - Returns: `nil` if it is missing or altered.
  public func openContent(_ sha256: String, ofBytes bytes: Int64) throws(InventoryError) -> Int32? {
    let contents = try AttachmentDirectory(in: directory, create: false)
    guard let file = try contents?.openContent(sha256) else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, Int64(status.st_size) == bytes else {
      close(file)
      return nil
    }
    return file
  }
}
