import Reprise
import CSystem
import Dispatch
import Glibc

/// Calls a closure when the kernel says that a battery or an adapter is in another state.
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
