import Foundation
import Storage

/// Reads bytes of files and pipes.
enum ImportedPiece {
  /// Reads a number of bytes; fewer only at the end.
  ///
  /// - Parameter offset: Where to begin in a file; `nil` reads on in a pipe.
  static func read(
    _ count: Int, of descriptor: Int32, at offset: Int?, _ path: String
  ) throws(InventoryError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let (start, next) = (filled, buffer.baseAddress?.advanced(by: filled))
        let read = retryingInterrupted {
          offset.map { pread(descriptor, next, count - start, off_t($0 + start)) }
            ?? Glibc.read(descriptor, next, count - start)
        }
        if read < 0 { failure = errno }
        guard read > 0 else { return }
        filled += read
      }
    }
    guard failure == 0 else { throw .system("read", path, code: failure) }
    return bytes
  }
}
