import RepriseCommands

/// Shows the progress of a long command in one line of the terminal, and erases it at the end.
nonisolated final class CommandProgress {
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant?

  /// How long a command takes before the line appears.
  private static let timeout = Duration.seconds(1)
  /// The minimum time between two changes of the line.
  private static let interval = Duration.milliseconds(200)

  /// Starts counting the time; `nil` unless messages go to a terminal.
  init?() {
    guard Console.isRead else { return nil }
    start = .now
  }

  /// Replaces the text of the line.
  func show(_ text: String) {
    let now = ContinuousClock.now
    guard now - start >= Self.timeout, shown.map({ now - $0 >= Self.interval }) ?? true else {
      return
    }
    shown = now
    Console.status(text)
  }

  /// Removes the line.
  func clear() {
    if shown != nil { Console.status("") }
    shown = nil
  }
}
