import Preservation

/// What an app knows of the picture it leaves behind and of the one it found.
struct SnapshotKeeping {
  /// How long a person may see nothing before it counts as waiting, in milliseconds.
  static let blink = 100

  private let began = ContinuousClock.now

  /// How long this launch had nothing to show, in milliseconds; 0 until the first frame.
  private(set) var launchTime = 0

  /// Whether the last encoding asked the next launch to ignore the picture.
  var isIgnored = false

  /// Whether the terminal was taken for the picture that was found.
  var hasTerminal = false

  /// Whether the app has been on screen.
  var isSeen = false

  /// Time and digest of the last picture; a suspended app holds no picture (contract 8.5.5).
  private var last: (time: Double, digest: String)?

  /// The bytes of the picture to store; those of the last one, with its time, if it shows the same.
  mutating func bytes(of snapshot: Snapshot) -> [UInt8] {
    if let last {
      let bytes = snapshot.taken(at: last.time).encoded()
      if Digest.of(bytes) == last.digest { return bytes }
    }
    let bytes = snapshot.encoded()
    last = (snapshot.time, Digest.of(bytes))
    return bytes
  }

  mutating func firstFrameIsOut() {
    launchTime = Int((ContinuousClock.now - began) / .milliseconds(1))
  }
}
