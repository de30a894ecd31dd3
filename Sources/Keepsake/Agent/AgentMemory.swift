import Foundation
import SystemSupport

/// What the agent has told already, so that it tells nothing twice, not even after a restart.
nonisolated struct AgentMemory: Codable, Equatable {
  /// The household that the number below counts in.
  var household = ""
  /// The number of the last operation that was told, or did not need to be.
  var told: Int64 = 0
  /// The day on which a warranty ends that was told of, by item.
  var warranties: [String: String] = [:]
  /// The day by which a lent thing should have been back that was told of, by item.
  var loans: [String: String] = [:]

  private static let longest = 1 << 20

  init() {}

  /// Takes what there is: what an agent of before stored has fewer parts.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    household = try values.decodeIfPresent(String.self, forKey: .household) ?? ""
    told = try values.decodeIfPresent(Int64.self, forKey: .told) ?? 0
    warranties = try values.decodeIfPresent([String: String].self, forKey: .warranties) ?? [:]
    loans = try values.decodeIfPresent([String: String].self, forKey: .loans) ?? [:]
  }

  /// Reads what was stored; what is damaged or no file of this login is forgotten.
  init(file path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_size <= Self.longest
    else { return }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = retryingInterrupted { read(descriptor, &bytes, bytes.count) }
    let data = Data(bytes.prefix(max(0, count)))
    if let found = try? JSONDecoder().decode(Self.self, from: data) { self = found }
  }

  /// Stores it in one step.
  ///
  /// - Throws: `SystemFailure`.
  func store(in path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    _ = try makePrivateDirectories(directory)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(self)
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
