/// The name of a background task, for ending it.
public struct BackgroundTaskIdentifier: Hashable, Sendable {
  let number: Int
}

/// What an app wants to finish although it was suspended (contract 8.5.2).
struct BackgroundTasks {
  /// A task under way.
  private struct Task {
    let name: String
    let expirationHandler: () -> Void
  }

  /// When time is up; `nil` while the app is in the foreground.
  var deadline: ContinuousClock.Instant?

  /// Whether tasks are being told that their time is over.
  var isExpiring = false

  private var tasks: [BackgroundTaskIdentifier: Task] = [:]
  private var lastNumber = 0

  /// Whether nothing is under way.
  var isEmpty: Bool { tasks.isEmpty }

  /// The names of what is under way.
  var names: [String] { tasks.values.map(\.name).sorted() }

  mutating func begin(
    name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskIdentifier {
    lastNumber += 1
    let identifier = BackgroundTaskIdentifier(number: lastNumber)
    tasks[identifier] = Task(name: name, expirationHandler: expirationHandler)
    return identifier
  }

  /// Ends a task; says `false` when there is none of that name.
  mutating func end(_ identifier: BackgroundTaskIdentifier) -> Bool {
    tasks.removeValue(forKey: identifier) != nil
  }

  /// What to call when time is up, in the order in which the tasks began.
  var expirationHandlers: [() -> Void] {
    tasks.sorted { $0.key.number < $1.key.number }.map(\.value.expirationHandler)
  }

  /// Forgets what did not end in time.
  mutating func dropAll() { tasks = [:] }
}
