/// How long restoring goes on after the launch (contract 6.10).
struct RestorationExtension {
  /// The number of things still being restored.
  private(set) var count = 0

  /// Whether the first frame is on screen.
  private(set) var isFirstFrameOut = false

  /// Whether everything is restored and the first frame is out.
  var isOver: Bool { count == 0 && isFirstFrameOut }

  /// Whether everything is restored and the first frame comes next.
  var isFirstFrameNext: Bool { count == 0 && !isFirstFrameOut }

  mutating func extend() {
    count += 1
  }

  /// Completes one thing; returns `false` if there was none.
  mutating func complete() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    return true
  }

  mutating func firstFrameIsOut() {
    isFirstFrameOut = true
  }
}
