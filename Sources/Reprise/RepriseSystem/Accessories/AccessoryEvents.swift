import Dispatch
import Reprise
import Storage

/// Reports accessories that were plugged in or removed.
public final class AccessoryEvents: SystemEventSource {
  /// The kind of change that it reports.
  public let change = SystemChange.accessories

  private var files = SystemFiles()
  private var known: Set<Accessory> = []
  private var monitor: AccessoryMonitor?

  /// Makes a source, for `Application.register(_:)`.
  public init() {}

  /// Records the current accessories and begins to watch them.
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

/// The accessories that were connected and disconnected.
nonisolated private struct AccessoryNews: Sendable {
  let connected: [Accessory]
  let disconnected: [Accessory]
}

nonisolated extension SystemNews {
  /// The connected accessories, sorted by path, for `SystemChange.accessories`.
  public var connected: [Accessory] { (details as? AccessoryNews)?.connected ?? [] }

  /// The disconnected accessories, sorted by path, for `SystemChange.accessories`.
  ///
  /// If another accessory has taken the same path, that one is in ``connected``.
  public var disconnected: [Accessory] { (details as? AccessoryNews)?.disconnected ?? [] }
}

extension Application {
  /// The accessories, sorted by path; empty if `systemFiles` names no places to look.
  ///
  /// Each call reads them, which takes a fraction of a millisecond.
  public var accessories: [Accessory] {
    systemFiles.accessories.sorted { $0.path < $1.path }
  }
}

nonisolated extension SystemFiles {
  /// The accessories that are plugged in.
  var accessories: Set<Accessory> { PluggedIn.all(devices: devices, mounts: mounts) }
}

/// Calls a closure soon after an accessory was plugged in or removed, or a disk was mounted; once for simultaneous
/// changes.
///
/// The kernel wakes the app only for such changes, not for writes to devices. If the system has no watch left, the
/// monitor polls.
final class AccessoryMonitor {
  /// How long to wait for related changes: a USB stick's partitions appear, and their files get their owner.
  private static let timeout = DispatchTimeInterval.milliseconds(200)

  /// The polling interval if the system has no watch left, in seconds.
  private static let interval = 2

  private let directories: [String]
  private let action: () -> Void
  private let events: FileEvents?
  private let mounts: MountEvents?
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - devices: The directory of the devices; `nil` not to watch it.
  ///   - mounts: The kernel's mount table; `nil` not to watch it.
  ///   - action: Called on the main thread.
  init(devices: String?, mounts: String?, action: @escaping () -> Void) {
    self.action = action
    directories =
      devices.map { root in
        DeviceName.directories.map { $0.isEmpty ? root : "\(root)/\($0)" }
      } ?? []
    events = devices == nil ? nil : FileEvents(interval: Self.interval)
    self.mounts = mounts.flatMap(MountEvents.init(table:))
    watchDirectories()
    events?.observe { [weak self] in DispatchQueue.main.async { self?.takeNames() } }
    if let mounts = self.mounts { listen(to: mounts) }
  }

  isolated deinit {
    source?.cancel()
    timer?.cancel()
  }

  private func listen(to mounts: MountEvents) {
    let source = DispatchSource.makeReadSource(fileDescriptor: mounts.descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      mounts.take()
      self?.wait()
    }
    // Close the descriptor only after the source has released it.
    source.setCancelHandler { withExtendedLifetime(mounts) {} }
    self.source = source
    source.activate()
  }

  /// Watches the existing directories; a new one appears as a name in its parent.
  private func watchDirectories() {
    for directory in directories { events?.watchNames(in: directory) }
  }

  private func takeNames() {
    for event in events?.take() ?? [] {
      if case .file(let name) = event, !Self.matters(name) { continue }
      watchDirectories()
      wait()
    }
  }

  private static func matters(_ name: String) -> Bool {
    DeviceName.directories.contains(name)
      || DeviceName.directories.contains { DeviceName.kind(of: name, in: $0) != nil }
  }

  private func wait() {
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Self.timeout)
    timer.setEventHandler { [weak self] in
      self?.timer = nil
      self?.action()
    }
    self.timer = timer
    timer.activate()
  }
}
