import Foundation

/// A configuration file at one moment: two that say the same are equal, whenever they were written.
nonisolated package struct ConfigurationFile: Hashable, Sendable {
  /// What two moments are compared by.
  private enum Identity: Hashable {
    case content(Data)
    /// Of a file that is long, or cannot be read.
    case stamp(FileStamp)
  }

  private let stamp: FileStamp
  private let identity: Identity

  /// The longest content that is compared, in bytes.
  private static let limit = 64 << 10

  /// Looks at the file at a path; `nil` if there is none.
  ///
  /// - Parameter former: The last look: a file with the same stamp is not read again.
  init?(path: String, former: ConfigurationFile? = nil) {
    guard let stamp = FileStamp(path: path) else { return nil }
    self.stamp = stamp
    if let former, former.stamp == stamp {
      identity = former.identity
    } else {
      identity = Self.content(of: path).map { .content($0) } ?? .stamp(stamp)
    }
  }

  private static func content(of path: String) -> Data? {
    // Somebody may have put a pipe there, which has nothing to read.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let content = try? file.read(upToCount: limit + 1), content.count <= limit else {
      return nil
    }
    return content
  }

  package static func == (first: Self, second: Self) -> Bool { first.identity == second.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
