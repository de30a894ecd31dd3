/// How a process ended.
nonisolated public enum ProcessEnd: Hashable, Sendable {
  /// It exited with a status.
  case exited(Int32)
  /// A signal ended it.
  case signaled(Int32)

  /// Decodes a wait status.
  init(waitStatus status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }
}
