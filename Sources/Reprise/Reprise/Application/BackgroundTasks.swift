/// Identifies a background task, to end it.
public struct BackgroundTaskIdentifier: Hashable, Sendable {
  let number: Int
}

/// The background tasks that may run on after the app was suspended (contract 8.5.2).
struct BackgroundTasks {
  /// A task that runs.
  private struct Task {
    let name: String
    let expirationHandler: () -> Void
  }

  /// When time is up; `nil` in the foreground.
  var deadline: ContinuousClock.Instant?

  /// Whether tasks are being told that their time is up.
  var isExpiring = false

  private var tasks: [BackgroundTaskIdentifier: Task] = [:]
  private var lastNumber = 0

  /// Whether no task runs.
  var isEmpty: Bool { tasks.isEmpty }

  /// The names of the tasks that run.
  var names: [String] { tasks.values.map(\.name).sorted() }

  mutating func begin(
    name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskIdentifier {
    lastNumber += 1
    let identifier = BackgroundTaskIdentifier(number: lastNumber)
    tasks[identifier] = Task(name: name, expirationHandler: expirationHandler)
    return identifier
  }

  /// Ends a task; returns `false` if it does not run.
  mutating func end(_ identifier: BackgroundTaskIdentifier) -> Bool {
    tasks.removeValue(forKey: identifier) != nil
  }

  /// What to call when time is up, in the order in which the tasks began.
  var expirationHandlers: [() -> Void] {
    tasks.sorted { $0.key.number < $1.key.number }.map(\.value.expirationHandler)
  }

  /// Forgets the tasks that did not end in time.
  mutating func dropAll() { tasks = [:] }
}
