import Dispatch
import Foundation
import Storage

/// Reports to the main actor which files of a directory were written, made, moved in or closed.
///
/// Without a watch left it looks every two seconds. A released lock can't be seen that way, so each look reports the locks,
/// too.
final class DirectoryWatch {
  private static let interval = 2

  private let directory: String
  private let names: Set<String>
  private let changed: (Set<String>) -> Void
  private let events = FileEvents(interval: DirectoryWatch.interval)
  private var stamps: [String: FileStamp] = [:]

  /// The lock files, which may have been released.
  private let locks: Set<String>

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - directory: The directory, which exists.
  ///   - names: The files of interest.
  ///   - locks: Those of them that programs hold.
  ///   - changed: Called with the names of files, on the main thread.
  init(
    _ directory: String, names: Set<String>, locks: Set<String>,
    changed: @escaping (Set<String>) -> Void
  ) {
    (self.directory, self.names, self.locks, self.changed) = (directory, names, locks, changed)
    _ = events.watch(directory)
    _ = takeChanges()
    events.observe { [weak self] in DispatchQueue.main.async { self?.hear() } }
  }

  private func hear() {
    let told = events.take()
    var found = Set(told.compactMap { if case .file(let name) = $0 { name } else { nil } })
    if told.contains(.overflow) { found.formUnion(takeChanges().union(locks)) }
    changed(found.intersection(names))
  }

  /// The files that are others than at the last look.
  private func takeChanges() -> Set<String> {
    names.filter { name in
      let stamp = FileStamp(path: directory + "/" + name)
      defer { stamps[name] = stamp }
      return stamp != stamps[name]
    }
  }
}
