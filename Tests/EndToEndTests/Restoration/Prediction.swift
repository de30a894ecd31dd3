import RepriseTesting

/// The screens of a walk before the first event and after each.
struct Prediction: Sendable {
  private(set) var pictures: [TerminalPicture]

  /// The numbers of events after which a line reports a failure; keys typed ahead leave it on screen.
  private(set) var refusals: Set<Int> = []

  init(start: TerminalPicture) { pictures = [start] }

  /// The number of events.
  var count: Int { pictures.count - 1 }

  /// Adds the screen after the next event; equal rows share memory.
  mutating func append(_ picture: TerminalPicture, refuses: Bool) {
    pictures.append(picture.sharingRows(with: pictures[count]))
    if refuses { refusals.insert(count) }
  }

  /// Replaces the screen after the last event.
  mutating func replaceLast(with picture: TerminalPicture) { pictures[count] = picture }
}
