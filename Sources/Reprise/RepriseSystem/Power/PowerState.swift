import Reprise
import Storage

/// Where the machine takes its power from, and how much of it is left (contract 8.6, table 4-1).
nonisolated public struct PowerState: Hashable, Sendable {
  /// Whether it runs on battery: it has an adapter for the mains, and none gives power.
  public let isOnBattery: Bool

  /// How full the batteries are, in percent; `nil` without any.
  public let charge: Int?

  /// Reads it from the kernel's files in a directory.
  init(directory: String) {
    isOnBattery = PowerSource.isOnBattery(in: directory)
    charge = PowerSource.charge(in: directory)
  }
}
