import Foundation

/// Writes all bytes to an open file, in as many calls as it takes.
///
/// A reader that has left is an error number (`EPIPE`), not the end of the program: `SIGPIPE` is ignored
/// from then on.
///
/// - Returns: Whether everything was written; if not, `errno` says why.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  signal(SIGPIPE, SIG_IGN)
  return bytes.withUnsafeBytes { writeAll($0, toFile: descriptor) }
}

/// Writes all bytes to an open file that is no pipe, in as many calls as it takes.
///
/// - Returns: Whether everything was written; if not, `errno` says why.
public func writeAll(_ bytes: UnsafeRawBufferPointer, toFile descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = retryingInterrupted { write(descriptor, rest.baseAddress, rest.count) }
    if count == 0 { errno = ENOSPC }
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return true
}
