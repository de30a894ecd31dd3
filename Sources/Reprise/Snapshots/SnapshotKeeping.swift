import Preservation

/// What an app knows about the picture it leaves behind and the one it found.
struct SnapshotKeeping {
  /// How long a person may look at nothing before it counts as waiting.
  static let blink = 100

  private let began = ContinuousClock.now

  /// How long this launch had nothing to show, in milliseconds; 0 until the first frame.
  private(set) var launchTime = 0

  /// Whether somebody asked, since objects were last asked for their state, that the picture be
  /// passed over at the next launch.
  var isIgnored = false

  /// Whether the terminal was taken already, to show the picture that was found.
  var hasTerminal = false

  /// Whether the app was on the screen at all.
  var isSeen = false

  /// When the last picture was taken, and the digest of its bytes: a suspended app holds no picture
  /// (contract 8.5.5).
  private var last: (time: Double, digest: String)?

  /// The bytes of the picture to keep: those of the last one, with its time, while nothing else is to
  /// be seen.
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
