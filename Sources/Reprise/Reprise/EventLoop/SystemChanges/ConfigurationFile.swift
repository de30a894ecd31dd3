import Foundation
import Storage

/// A configuration file at one moment: files with equal contents are equal, whenever they were written.
///
/// The first check does not read the file, since the launch reads it anyway; the next check reads it if it is unchanged.
/// A file that was written in between counts as changed.
nonisolated package struct ConfigurationFile: Equatable, Sendable {
  private let stamp: FileStamp

  /// The content; `nil` until it is first read, if it is too long, or if it can't be read.
  private let content: Data?

  /// The longest content that is compared, in bytes.
  private static let limit = 64 << 10

  /// Checks the file at a path; `nil` if it does not exist.
  ///
  /// - Parameter former: The last look, if there was any.
  init?(path: String, former: ConfigurationFile?, isFirst: Bool) {
    guard let stamp = FileStamp(path: path) else { return nil }
    self.stamp = stamp
    if isFirst {
      content = nil
    } else if let known = former?.content, former?.stamp == stamp {
      content = known
    } else {
      content = Self.content(of: path)
    }
  }

  private static func content(of path: String) -> Data? {
    // The path may be a pipe without a writer, so don't block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // At its end, as an empty file is from the start, it returns nothing.
    guard let content = try? file.read(upToCount: limit + 1) ?? Data(), content.count <= limit
    else { return nil }
    return content
  }

  package static func == (first: Self, second: Self) -> Bool {
    if first.stamp == second.stamp { return true }
    guard let content = first.content else { return false }
    return content == second.content
  }
}
