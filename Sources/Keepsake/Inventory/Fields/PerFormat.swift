import Synchronization

/// A text of SQL for each format.
///
/// That of the current one is made first, and others for files that have them, which are few: a launch makes one.
final class PerFormat: Sendable {
  private let current: String
  private let former = Mutex<[ItemFormat: String]>([:])
  private let make: @Sendable (ItemFormat) -> String

  init(_ make: @escaping @Sendable (ItemFormat) -> String) {
    (current, self.make) = (make(.current), make)
  }

  subscript(format: ItemFormat) -> String {
    guard format != .current else { return current }
    return former.withLock { former in
      if let text = former[format] { return text }
      let text = make(format)
      former[format] = text
      return text
    }
  }
}
