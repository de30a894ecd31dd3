/// How long restoring goes on after the first frame (contract 6.10).
struct RestorationExtension {
  /// How many have said that they are not done.
  private(set) var count = 0

  /// Whether the first frame is on the screen.
  private(set) var isFirstFrameOut = false

  /// Whether everybody is done and the first frame is out.
  var isOver: Bool { count == 0 && isFirstFrameOut }

  /// Whether everybody is done and the first frame is about to come out.
  var isFirstFrameNext: Bool { count == 0 && !isFirstFrameOut }

  mutating func extend() {
    count += 1
  }

  /// Takes one back; says `false` when there was none.
  mutating func complete() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    return true
  }

  mutating func firstFrameIsOut() {
    isFirstFrameOut = true
  }
}
