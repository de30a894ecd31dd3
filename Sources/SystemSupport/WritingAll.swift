import Foundation

/// Writes all bytes to an open file, in as many calls as it takes.
///
/// A reader that has left is an error number (`EPIPE`), not the end of the program: `SIGPIPE` is ignored
/// from then on.
///
/// - Returns: Whether everything was written; if not, `errno` says why.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  signal(SIGPIPE, SIG_IGN)
  return bytes.withUnsafeBytes { bytes in
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = retryingInterrupted { write(descriptor, rest.baseAddress, rest.count) }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
