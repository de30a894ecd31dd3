import Dispatch
import Foundation
import SystemSupport

/// Tells the main actor which files of a directory somebody wrote, made, moved in or let go of.
final class DirectoryWatch {
  private let source: any DispatchSourceRead

  /// Begins to watch; `nil` where the system has no more watches.
  init?(_ directory: String, changed: @escaping (Set<String>) -> Void) {
    guard let events = FileEvents(), events.watch(directory) != nil else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: events.descriptor, queue: .main)
    source.setEventHandler {
      changed(
        Set(events.take().compactMap { if case .file(let name) = $0 { name } else { nil } }))
    }
    // The descriptor is open for as long as the source reads it.
    source.setCancelHandler { withExtendedLifetime(events) {} }
    source.activate()
  }

  isolated deinit { source.cancel() }
}
