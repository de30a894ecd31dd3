import Foundation
import Inventory
import SystemSupport

/// Readable when somebody wrote to the inventory or its credentials, or claimed the line or let go of it.
final class WriteWatch: Sendable {
  /// What somebody wrote to.
  struct News: OptionSet {
    let rawValue: Int
    /// The inventory.
    static let data = News(rawValue: 1)
    /// The credentials.
    static let credentials = News(rawValue: 2)
    /// The lock of the line: somebody noted something there, or let go of it.
    static let line = News(rawValue: 4)
    /// The claims of windows to the line.
    static let claims = News(rawValue: 8)
    /// Any of these.
    static let all: News = [.data, .credentials, .line, .claims]
  }

  private let events: FileEvents?
  private let log: String

  /// How often to look where nothing is told, in milliseconds.
  private static let interval = 2000

  /// Watches the directory of the data.
  init(_ store: InventoryStore) {
    let events = FileEvents()
    self.events = events?.watch(store.directory) == nil ? nil : events
    log = (store.path as NSString).lastPathComponent + "-wal"
  }

  /// Whether the system has no more watches, as its limits for a user say: then nothing is told, and one has to look.
  var isBlind: Bool { events == nil }

  /// How long to wait for news before looking, in milliseconds; `nil` where they are told.
  var patience: Int? { isBlind ? Self.interval : nil }

  /// Readable when something happened in the directory; negative without watches.
  var descriptor: Int32 { events?.descriptor ?? -1 }

  /// What was written to since the last call; anything may have been where nothing is told.
  func take() -> News {
    guard let events else { return .all }
    return events.take().reduce(into: []) { news, event in
      switch event {
      case .file(log): news.insert(.data)
      case .file(CredentialFile.name): news.insert(.credentials)
      case .file(LineLock.name): news.insert(.line)
      case .file(LineClaim.name): news.insert(.claims)
      case .file: break
      case .overflow, .lostDirectory: news.formUnion(.all)
      }
    }
  }
}
