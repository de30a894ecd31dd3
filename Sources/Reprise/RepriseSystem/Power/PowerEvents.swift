import CSystem
import Dispatch
import Glibc
import Reprise
import Storage

/// Tells when the machine takes its power from elsewhere, or has more or less of it left.
public final class PowerEvents: SystemEventSource {
  /// The kind of change that it reports.
  public let change = SystemChange.power

  private var files = SystemFiles()
  private var known: PowerState?
  private var monitor: PowerMonitor?

  /// Makes a source, for ``Application/register(_:)``.
  public init() {}

  /// Notes how things are now, and begins to watch them.
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
  /// The machine runs on battery or no longer, or the battery is fuller or emptier; see ``Application/power``.
  public static let power = SystemChange("power")
}

extension Application {
  /// Where the power comes from now; `nil` where ``systemFiles`` name no place to look.
  ///
  /// Each call reads it.
  ///
  /// ```swift
  /// if application.power?.isOnBattery == true { pauseIndexing() }
  /// ```
  public var power: PowerState? { systemFiles.powerState }
}

nonisolated extension SystemFiles {
  /// Where the power comes from now; `nil` where that is not looked for.
  var powerState: PowerState? { power.map(PowerState.init(directory:)) }
}

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

/// Calls a closure when the kernel reports a change of a battery or an adapter.
///
/// The files that say in which state cannot be watched. Nothing wakes the app while no device changes.
final class PowerMonitor {
  private let source: any DispatchSourceRead

  /// Begins to listen to the kernel; `nil` where it tells this program nothing.
  ///
  /// - Parameter action: Called on the main thread.
  convenience init?(action: @escaping () -> Void) {
    let descriptor = kernel_events_open()
    guard descriptor >= 0 else { return nil }
    self.init(descriptor: descriptor, action: action)
  }

  /// Listens to a socket of datagrams, which it closes in the end.
  init(descriptor: Int32, action: @escaping () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { if kernel_events_take_power(descriptor) { action() } }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  isolated deinit { source.cancel() }
}
