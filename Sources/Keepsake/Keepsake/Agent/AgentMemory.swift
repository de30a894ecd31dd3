import Foundation
import RepriseSecurity
import Reprise
import Storage
import Sync

/// Remembers what the agent has reported, so that it reports nothing twice, even after a restart.
nonisolated struct AgentMemory: Codable, Equatable {
  /// The household whose operations ``told`` counts.
  var household = ""
  /// The number of the last operation that was reported or needed no report.
  var told: Int64 = 0
  /// For each reported warranty, the day when it ends, by item.
  var warranties: [String: String] = [:]
  /// For each reported loan, the day when it is due, by item.
  var loans: [String: String] = [:]

  private static let longest = 1 << 20

  init() {}

  /// Reads the parts that exist: an older agent stored fewer.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    household = try values.decodeIfPresent(String.self, forKey: .household) ?? ""
    told = try values.decodeIfPresent(Int64.self, forKey: .told) ?? 0
    warranties = try values.decodeIfPresent([String: String].self, forKey: .warranties) ?? [:]
    loans = try values.decodeIfPresent([String: String].self, forKey: .loans) ?? [:]
  }

  /// Reads the stored memory; starts empty if the file is damaged or doesn't belong to this login.
  ///
  /// - Parameter keys: The keys of the passphrase if there is one, locked or not.
  init(file path: String, keys: KeyBag? = nil) {
    let bytes =
      if let keys { try? keys.contents(of: path, limit: Self.longest) } else {
        Self.plainBytes(of: path)
      }
    guard let bytes, let found = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      return
    }
    self = found
  }

  private static func plainBytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_size <= longest
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = retryingInterrupted { read(descriptor, &bytes, bytes.count) }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Stores the memory in one step.
  ///
  /// With a passphrase, the machine's key seals the file: the agent can read it before the passphrase is entered,
  /// and a copy on another machine is useless.
  ///
  /// - Throws: `SystemFailure` or `ProtectionError`.
  func store(in path: String, keys: KeyBag? = nil) throws {
    try PrivateFiles.makeDirectories((path as NSString).deletingLastPathComponent)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = Array(try encoder.encode(self))
    if let keys, keys.isAvailable(.none) {
      try keys.write(bytes, to: path, protection: .none)
    } else {
      try Self.store(bytes, in: path)
    }
  }

  // MARK: - With and without a passphrase

  /// The path of the file for a login.
  static func file(of paths: AppDirectories) -> String { paths.state + "/agent.json" }

  /// Seals content that was stored without a passphrase.
  static func seal(of paths: AppDirectories, with keys: KeyBag) throws(ProtectionError) {
    let file = file(of: paths)
    if access(file, F_OK) == 0 { try keys.setProtection(.none, of: file) }
  }

  /// Stores the memory without a seal, before the keys are removed.
  static func unseal(of paths: AppDirectories, with keys: KeyBag) throws {
    let file = file(of: paths)
    if access(file, F_OK) == 0 { try Self(file: file, keys: keys).store(in: file) }
  }

  private static func store(_ bytes: [UInt8], in path: String) throws {
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(path: temporary, code: errno) }
    let isStored =
      bytes.withUnsafeBytes { writeAll($0, toFile: descriptor) } && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isStored else { throw SystemFailure(path: temporary, code: code) }
    guard rename(temporary, path) == 0 else { throw SystemFailure(path: path, code: errno) }
  }
}
