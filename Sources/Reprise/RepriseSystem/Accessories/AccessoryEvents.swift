import Reprise

/// Tells what was plugged in or out.
public final class AccessoryEvents: SystemEventSource {
  /// The kind of change that it reports.
  public let change = SystemChange.accessories

  private var files = SystemFiles()
  private var known: Set<Accessory> = []
  private var monitor: AccessoryMonitor?

  /// Makes a source, for ``Application/register(_:)``.
  public init() {}

  /// Notes how things are now, and begins to watch them.
  public func begin(in application: Application, didChange: @escaping () -> Void) {
    files = application.systemFiles
    known = files.accessories
    guard files.devices != nil || files.mounts != nil else { return }
    monitor = AccessoryMonitor(devices: files.devices, mounts: files.mounts, action: didChange)
  }

  /// Stops watching.
  public func end() { monitor = nil }

  /// The change since the last call.
  public func takeNews() -> SystemNews? {
    let now = files.accessories
    defer { known = now }
    guard now != known else { return nil }
    return SystemNews(
      change,
      details: AccessoryNews(
        connected: now.subtracting(known).sorted { $0.path < $1.path },
        disconnected: known.subtracting(now).sorted { $0.path < $1.path }))
  }
}

/// The accessories that came and went.
nonisolated private struct AccessoryNews: Sendable {
  let connected: [Accessory]
  let disconnected: [Accessory]
}

nonisolated extension SystemNews {
  /// The accessories that came, by path, for ``SystemChange/accessories``.
  public var connected: [Accessory] { (details as? AccessoryNews)?.connected ?? [] }

  /// The accessories that went, by path, for ``SystemChange/accessories``.
  ///
  /// A replacement in the same place is in ``connected``.
  public var disconnected: [Accessory] { (details as? AccessoryNews)?.disconnected ?? [] }
}

extension Application {
  /// The accessories, by path; empty if ``systemFiles`` name no place to look.
  ///
  /// They are read at each call, which takes a fraction of a millisecond.
  public var accessories: [Accessory] {
    systemFiles.accessories.sorted { $0.path < $1.path }
  }
}

nonisolated extension SystemFiles {
  /// The accessories that are plugged in.
  var accessories: Set<Accessory> { PluggedIn.all(devices: devices, mounts: mounts) }
}
