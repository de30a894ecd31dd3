import Foundation

/// Repeats a system call that a signal interrupted.
func retryingAfterSignals(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
