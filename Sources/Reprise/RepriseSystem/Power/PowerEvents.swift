import Reprise

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
  /// It is read at each call.
  public var power: PowerState? { systemFiles.powerState }
}

nonisolated extension SystemFiles {
  /// Where the power comes from now; `nil` where that is not looked for.
  var powerState: PowerState? { power.map(PowerState.init(directory:)) }
}
