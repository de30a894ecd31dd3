import Foundation

/// Repeats a system call that a signal interrupted.
public func retryingInterrupted<Result: BinaryInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
