import Foundation
import Reprise
import Storage
import Synchronization

/// Caches the cells of decoded pictures in a directory that may be deleted at any time.
///
/// A file holds the companion's answer and is checked again when it is read. The directory is made with the
/// first picture, private to its owner, and holds some hundred files; when there are more, the oldest are
/// deleted.
nonisolated public struct PictureCache: Sendable {
  /// The directory of the files.
  public let directory: String

  private let capacity: Int

  /// Makes a cache; nothing is written yet.
  ///
  /// - Parameters:
  ///   - directory: An absolute path.
  ///   - capacity: The most files.
  public init(directory: String, capacity: Int = 512) {
    self.directory = directory
    self.capacity = capacity
  }

  private func path(_ identity: String, _ request: PictureRequest) -> String? {
    let isName = identity.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName, !identity.isEmpty, identity.utf8.count <= 128 else { return nil }
    return "\(directory)/\(identity)-\(request.key)"
  }

  /// The cached answer, unchecked.
  func read(_ identity: String, _ request: PictureRequest) -> [UInt8]? {
    guard let path = path(identity, request) else { return nil }
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= PictureReply.maximumLength(for: request)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = retryingInterrupted { Foundation.read(file, &bytes, bytes.count) }
    return count == bytes.count ? bytes : nil
  }

  /// Removes all cached answers except those of some identities, which must not contain a hyphen.
  func removeAll(except identities: Set<String>) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names {
      let identity = name.prefix { $0 != "-" }
      if !identities.contains(String(identity)) { unlink("\(directory)/\(name)") }
    }
  }

  /// Caches an answer; if the disk is full, the picture is just decoded again.
  func write(_ bytes: [UInt8], _ identity: String, _ request: PictureRequest) {
    guard let path = path(identity, request) else { return }
    guard (try? PrivateFiles.makeDirectories(directory)) != nil else { return }
    let temporary = "\(directory)/.\(UUID().uuidString)"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let count = retryingInterrupted { Foundation.write(file, bytes, bytes.count) }
    close(file)
    guard count == bytes.count, rename(temporary, path) == 0 else {
      unlink(temporary)
      return
    }
    prune()
  }

  /// Removes the oldest quarter of the files when the cache is full, so that this is rare.
  private func prune() {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory),
      names.count > capacity
    else { return }
    let dated = names.map { name in
      var status = stat()
      let isThere = lstat(directory + "/" + name, &status) == 0
      return (name: name, time: isThere ? status.st_mtim.tv_sec : 0)
    }
    for (name, _) in dated.sorted(by: { $0.time < $1.time }).prefix(names.count - capacity * 3 / 4)
    {
      unlink(directory + "/" + name)
    }
  }
}

/// Prevents a decoding that began before the cache was cleared from being cached afterwards.
nonisolated final class Forgetting: Sendable {
  private let times = Mutex(0)

  /// How often the cache was cleared.
  var time: Int { times.withLock { $0 } }

  /// Clears the cache; waits for a closure that is caching something.
  func forget(_ body: () -> Void) {
    times.withLock {
      $0 += 1
      body()
    }
  }

  /// Caches something, unless the cache was cleared after a time.
  func unlessForgotten(since time: Int, _ body: () -> Void) {
    times.withLock { if $0 == time { body() } }
  }
}
