import Foundation

/// A lock on an open file that the kernel drops when its holder dies (`flock`).
public enum KernelLock {
  /// How an attempt to take a lock ended.
  public enum Outcome: Equatable, Sendable {
    case taken
    /// Another program held it all the while.
    case busy
    /// The kernel refused, with this `errno`.
    case failed(Int32)
  }

  /// Takes the lock on a file, trying again until another program has released it.
  ///
  /// - Parameters:
  ///   - descriptor: The open file or directory.
  ///   - patience: How long to try, in milliseconds; 0: once.
  ///   - interval: The time between two attempts, in milliseconds.
  public static func take(
    _ descriptor: Int32, patience: Int = 0, interval: Int = 1
  ) -> Outcome {
    lock(descriptor, LOCK_EX, patience, interval)
  }

  /// Takes the lock on a file together with others who share it, trying again until nobody has it alone.
  ///
  /// - Parameters:
  ///   - descriptor: The open file or directory.
  ///   - patience: How long to try, in milliseconds.
  public static func share(_ descriptor: Int32, patience: Int) -> Outcome {
    lock(descriptor, LOCK_SH, patience, 1)
  }

  private static func lock(
    _ descriptor: Int32, _ kind: Int32, _ patience: Int, _ interval: Int
  ) -> Outcome {
    var waited = 0
    while retryingInterrupted({ flock(descriptor, kind | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { return .failed(errno) }
      guard waited < patience else { return .busy }
      usleep(UInt32(interval) * 1000)
      waited += interval
    }
    return .taken
  }

  /// Releases the lock on a file and closes that.
  ///
  /// Closing alone is not enough: a child between fork and exec may have the file open, too.
  public static func close(_ descriptor: Int32) {
    release(descriptor)
    Glibc.close(descriptor)
  }

  /// Releases the lock on a file.
  public static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }
}
