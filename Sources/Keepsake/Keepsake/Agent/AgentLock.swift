import Foundation
import Reprise
import Storage

/// The lock of the one agent of a home; the kernel releases it when the agent ends, however it ends.
nonisolated struct AgentLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Parameter directory: The directory of the data.
  /// - Throws: `UsageFailure`, with the status for what is in use where another agent has it.
  init(in directory: String) throws(UsageFailure) {
    let path = directory + "/agent.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    let outcome = descriptor < 0 ? .failed(errno) : KernelLock.take(descriptor)
    switch outcome {
    case .taken: return
    case .busy:
      throw UsageFailure(
        status: .locked, message: "the agent of this inventory runs already; one is enough")
    case .failed(let code):
      throw UsageFailure(
        status: .cannotCreate, message: "cannot lock \(path): \(String(cString: strerror(code)))")
    }
  }

  deinit { if descriptor >= 0 { KernelLock.close(descriptor) } }
}
