import CSystem
import Dispatch
import Glibc
import Reprise
import Storage

/// Reports when the machine changes its power source or the charge of its battery changes.
public final class PowerEvents: SystemEventSource {
  /// The kind of change that it reports.
  public let change = SystemChange.power

  private var files = SystemFiles()
  private var known: PowerState?
  private var monitor: PowerMonitor?

  /// Makes a source, for `Application.register(_:)`.
  public init() {}

  /// Records the current power state and begins to watch it.
  public func begin(in application: Application, didChange: @escaping () -> Void) {
    files = application.systemFiles
    known = files.powerState
    if files.power != nil { monitor = PowerMonitor(action: didChange) }
  }

  /// Stops watching.
  public func end() { monitor = nil }

  /// The change since the last call.
  public func takeNews() -> SystemNews? {
    let now = files.powerState
    defer { known = now }
    return now == known ? nil : SystemNews(change)
  }
}

extension SystemChange {
  /// The machine switched to or from battery, or the charge changed; see ``Application/power``.
  public static let power = SystemChange("power")
}

extension Application {
  /// The current power state; `nil` if `systemFiles` names no place to look.
  ///
  /// Each call reads it.
  ///
  /// ```swift
  /// if application.power?.isOnBattery == true { pauseIndexing() }
  /// ```
  public var power: PowerState? { systemFiles.powerState }
}

nonisolated extension SystemFiles {
  /// The current power state; `nil` without a directory to read it from.
  var powerState: PowerState? { power.map(PowerState.init(directory:)) }
}

/// The machine's power source and battery charge (contract 8.6, table 4-1).
///
/// ```swift
/// func isLow(_ power: PowerState) -> Bool { power.isOnBattery && (power.charge ?? 100) < 20 }
/// ```
nonisolated public struct PowerState: Hashable, Sendable {
  /// Whether it runs on battery: it has a mains adapter, and none supplies power.
  public let isOnBattery: Bool

  /// The charge of the batteries, in percent; `nil` without any.
  public let charge: Int?

  /// Reads the state from the kernel's files in a directory.
  init(directory: String) {
    isOnBattery = PowerSource.isOnBattery(in: directory)
    charge = PowerSource.charge(in: directory)
  }
}

/// Calls a closure when the kernel reports a change of a battery or an adapter.
///
/// The files with the state cannot be watched. The app is only woken for a change of a device.
final class PowerMonitor {
  private let source: any DispatchSourceRead

  /// Begins to listen to the kernel; `nil` if the kernel sends this program no events.
  ///
  /// - Parameter action: Called on the main thread.
  convenience init?(action: @escaping () -> Void) {
    let descriptor = kernel_events_open()
    guard descriptor >= 0 else { return nil }
    self.init(descriptor: descriptor, action: action)
  }

  /// Listens to a datagram socket, and closes it in the end.
  init(descriptor: Int32, action: @escaping () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { if kernel_events_take_power(descriptor) { action() } }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  isolated deinit { source.cancel() }
}
