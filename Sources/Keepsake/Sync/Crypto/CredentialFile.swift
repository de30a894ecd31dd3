import Foundation
import Inventory
import Storage

/// The credentials of a home in its household: the code and the member's name.
///
/// They contain the key, and maybe a password of the server, so they are only stored sealed.
public struct SyncCredentials: Hashable, Sendable {
  /// The server, the household and the key.
  public var code: JoinCode
  /// The name that others see on this home's changes.
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

/// Seals what a home needs to be part of its household.
public protocol CredentialSealing: Sendable {
  /// The kind of key, as written to the file: `login`, `passphrase`.
  var kind: String { get }
  /// Seals bytes for this home alone.
  func seal(_ bytes: [UInt8]) throws -> [UInt8]
  /// Opens what ``seal(_:)`` sealed.
  func open(_ sealed: [UInt8]) throws -> [UInt8]
}

/// The sealed credentials of a home, stored next to its inventory: never in the state, a log or a
/// backup.
public struct CredentialFile: Sendable {
  /// The name of the file in the directory of the data.
  public static let name = "household.key"

  /// The path.
  public let path: String
  private let sealing: any CredentialSealing
  private let former: [any CredentialSealing]

  private static let longest = 64 << 10

  /// Makes the file of a directory of data.
  ///
  /// - Parameters:
  ///   - sealing: Seals the file, and opens it.
  ///   - former: Earlier sealings to try, as from before a passphrase was set; a kill may have left
  ///     the file sealed by one.
  public init(
    in directory: String, sealing: any CredentialSealing, former: [any CredentialSealing] = []
  ) {
    path = directory + "/" + Self.name
    self.sealing = sealing
    self.former = former
  }

  /// The credentials; `nil` if there are none.
  ///
  /// - Throws: `InventoryError` if the file is damaged, or sealed with a missing key.
  public func read() throws -> SyncCredentials? {
    guard let bytes = try contents() else { return nil }
    guard
      let sealing = ([sealing] + former).first(where: { bytes.starts(with: Self.head($0)) })
    else {
      throw InventoryError(
        .permission,
        "\(path) is encrypted with another key: unlock Keepsake, or leave the household and join again"
      )
    }
    let opened = try sealing.open(Array(bytes.dropFirst(Self.head(sealing).count)))
    do {
      return try SyncCredentials(bytes: opened)
    } catch {
      throw InventoryError(.badData, "\(path) is damaged: leave the household and join again")
    }
  }

  /// Throws if nothing can be sealed now, as before anybody has typed the passphrase.
  func checkSealing() throws { _ = try sealing.seal([]) }

  /// Stores credentials in one step.
  public func write(_ credentials: SyncCredentials) throws {
    let bytes = Self.head(sealing) + (try sealing.seal(credentials.bytes))
    let temporary = "\(path).\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("create") }
    let isStored =
      bytes.withUnsafeBytes { writeAll($0, toFile: descriptor) } && fsync(descriptor) == 0
    close(descriptor)
    guard isStored, rename(temporary, path) == 0 else {
      let error = failure("write")
      unlink(temporary)
      throw error
    }
  }

  /// Removes them.
  public func remove() throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove") }
  }

  private static func head(_ sealing: any CredentialSealing) -> [UInt8] {
    Array((sealing.kind + "\n").utf8)
  }

  private func contents() throws -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw failure("open") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else {
      throw InventoryError(
        .permission, "\(path) is not a private file of this login: move it away")
    }
    var bytes = [UInt8](repeating: 0, count: Self.longest)
    let count = retryingInterrupted { Glibc.read(descriptor, &bytes, bytes.count) }
    guard count >= 0 else { throw failure("read") }
    return Array(bytes.prefix(count))
  }

  private func failure(_ deed: String) -> InventoryError {
    InventoryError(.io, "cannot \(deed) \(path): \(String(cString: strerror(errno)))")
  }
}
