import CTerminal
import Dispatch
import Foundation

/// Reports memory pressure as the kernel or the service manager sees it (contract 8.5.7).
///
/// It uses the kernel's pressure stall information, unless the service manager names another source
/// (`MEMORY_PRESSURE_WATCH`, `MEMORY_PRESSURE_WRITE`). Without pressure it causes no wakeups.
@MainActor package final class MemoryMonitor {
  /// Asks the kernel to report when tasks have waited for memory for 200 of 2000 milliseconds.
  private static let defaultTrigger = Array("some 200000 2000000\0".utf8)

  private let source: any DispatchSourceRead

  /// Starts monitoring; `nil` where the system offers this program no reports.
  ///
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - action: Called on the main thread.
  package init?(environment: [String: String], action: @escaping @MainActor () -> Void) {
    var path = "/proc/pressure/memory"
    var bytes = Self.defaultTrigger
    if let other = environment["MEMORY_PRESSURE_WATCH"] {
      path = other
      let trigger = environment["MEMORY_PRESSURE_WRITE"].flatMap { Data(base64Encoded: $0) }
      bytes = trigger.map(Array.init) ?? []
    }
    guard path.hasPrefix("/"), path != "/dev/null" else { return nil }
    let watch = terminal_memory_watch(path, bytes, bytes.count)
    guard watch.set >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: watch.set, queue: .main)
    source.setEventHandler {
      if terminal_memory_take(watch) { action() }
    }
    source.setCancelHandler { terminal_memory_unwatch(watch) }
    source.activate()
  }

  isolated deinit {
    source.cancel()
  }

  /// Returns unused memory to the system.
  package static func trim() {
    terminal_memory_trim()
  }
}
