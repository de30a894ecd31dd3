import Foundation
import Preservation
import Terminal

/// Keeps a picture of the screen at the end, and shows the last one at launch.
final class SnapshotKeeper {
  /// How long a person may see nothing before it counts as waiting, in milliseconds.
  static let blink = 100

  /// Whether the last encoding asked the next launch to ignore the picture.
  var isIgnored = false

  /// Whether the app has been on screen.
  var isSeen = false

  /// Keeps the outline shown behind the passphrase prompt; `nil` without a passphrase.
  var keepOutline: ((ScreenOutline) -> Void)?

  /// Whether the terminal was taken for the picture that was found.
  private(set) var hasTerminal = false

  private unowned let app: Application
  private let version: String
  private let began = ContinuousClock.now

  /// How long this launch had nothing to show, in milliseconds; 0 until the first frame.
  private var launchTime = 0

  /// Time and digest of the last picture; a suspended app holds no picture (contract 8.5.5).
  private var last: (time: Double, digest: String)?

  init(of app: Application, version: String) {
    self.app = app
    self.version = version
  }

  func firstFrameIsOut() {
    launchTime = Int((ContinuousClock.now - began) / .milliseconds(1))
  }

  /// Has the next launch not show the picture, if state is being encoded now (contract 6.12).
  func ignore() {
    guard app.preserver.isCollecting else {
      return app.remark(
        "ignoreSnapshotOnNextApplicationLaunch() was called outside preservation: "
          + "it only has an effect while state is encoded")
    }
    isIgnored = true
  }

  /// Stores a picture of the screen with the state (contract 1.6.4), or removes the last picture if it
  /// would be wrong at the next launch; also its outline, which can be shown before the picture opens.
  ///
  /// If the app was never on screen, the last picture stays.
  ///
  /// - Parameter isTrue: Whether the stored state is what the screen shows.
  func keep(isTrue: Bool) {
    guard isSeen else { return }
    let bytes = (isTrue && willScreenComeBack ? app.window.redactedFrame() : nil).map { frame in
      let snapshot = Snapshot(
        frame: frame, time: Date().timeIntervalSince1970, version: version,
        isForLaunch: !isIgnored, launchTime: launchTime)
      return newestBytes(of: snapshot)
    }
    app.store.keepSnapshot(bytes)
    if let keepOutline, let frame = app.window.redactedFrame() {
      keepOutline(ScreenOutline(of: frame))
    }
  }

  /// The bytes of the picture to store; the last picture's, with its time, if it shows the same.
  private func newestBytes(of snapshot: Snapshot) -> [UInt8] {
    if let last {
      let bytes = snapshot.taken(at: last.time).encoded()
      if Digest.of(bytes) == last.digest { return bytes }
    }
    let bytes = snapshot.encoded()
    last = (snapshot.time, Digest.of(bytes))
    return bytes
  }

  /// Whether the screen in front and its containers will be there at the next launch (contract 8.2.6).
  private var willScreenComeBack: Bool {
    guard let front = app.window.frontController else { return false }
    let explainer = PreservationExplainer(app.preserver)
    return sequence(first: front) { $0.parent ?? $0.presentingViewController }.allSatisfy {
      $0.restorationIdentifier != nil && explainer.verdict(onRestoring: $0) == .preserved
    }
  }

  /// Shows the picture of the last session, if the last launch took longer than a blink to restore and
  /// its screen will come back (contract 1.4, 8.2.5).
  ///
  /// Keys typed at the picture wait for the interface.
  func show() {
    guard let bytes = app.store.snapshot, let head = Snapshot.Head(of: bytes), head.isForLaunch,
      head.launchTime >= Self.blink, head.version == version, head.size == app.device.size,
      let snapshot = Snapshot(bytes: bytes)
    else { return }
    app.device.resume()
    hasTerminal = true
    app.device.present(snapshot.frame)
  }
}
