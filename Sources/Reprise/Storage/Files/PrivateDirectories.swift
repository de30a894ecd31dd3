import Foundation

/// Creates a directory and its missing parents so that only their owner can enter them.
///
/// - Returns: Whether it was created, or exists already, as whatever it may be.
/// - Throws: What the kernel says to the first that cannot be created.
public func makePrivateDirectories(_ path: String) throws(SystemFailure) -> MadeDirectory {
  if retryingInterrupted({ mkdir(path, 0o700) }) == 0 { return .created }
  if errno == EEXIST { return .existing }
  guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
    throw SystemFailure(path: path, code: errno)
  }
  _ = try makePrivateDirectories(String(path[..<slash]))
  if retryingInterrupted({ mkdir(path, 0o700) }) == 0 { return .created }
  guard errno == EEXIST else { throw SystemFailure(path: path, code: errno) }
  return .existing
}

/// What became of a directory that there was to be.
public enum MadeDirectory: Sendable {
  case created
  case existing
}

/// A system call that failed on a path.
public struct SystemFailure: Error, Equatable, Sendable {
  /// The path.
  public var path: String
  /// The `errno`.
  public var code: Int32

  /// Makes one.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }
}
