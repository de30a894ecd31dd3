import Foundation

extension Application {
  /// Has the next launch not show the picture of the screen, as when it will be outdated.
  ///
  /// Call it only while state is encoded: in `shouldSave` or `willEncode` of the delegate, or in
  /// `encodeRestorableState(with:)`. Elsewhere it is ignored and reported (contract 6.12). Lists of
  /// sessions still show the picture.
  public func ignoreSnapshotOnNextApplicationLaunch() {
    guard preserver.isCollecting else {
      return remark(
        "ignoreSnapshotOnNextApplicationLaunch() was called outside of preservation: "
          + "it counts only where state is encoded")
    }
    snapshots.isIgnored = true
  }

  /// Stores a picture of the screen with the state (contract 1.6.4), or removes the last picture if it
  /// would be wrong at the next launch.
  ///
  /// If the app was never on screen, the last picture stays.
  func keepSnapshot() {
    guard snapshots.isSeen else { return }
    let isTrue = isPreserving && !preserver.isDirty && willScreenComeBack
    let bytes = (isTrue ? window.redactedFrame() : nil).map { frame in
      let snapshot = Snapshot(
        frame: frame, time: Date().timeIntervalSince1970, version: version,
        isForLaunch: !snapshots.isIgnored, launchTime: snapshots.launchTime)
      return snapshots.bytes(of: snapshot)
    }
    store.keepSnapshot(bytes)
  }

  /// Keeps the outline of the screen for the question for the passphrase, which can be asked before the picture opens.
  func keepScreenOutline() {
    guard let keepOutline, snapshots.isSeen, let frame = window.redactedFrame() else { return }
    keepOutline(ScreenOutline(of: frame))
  }

  /// Whether the screen in front and its containers will be there at the next launch (contract 8.2.6).
  private var willScreenComeBack: Bool {
    guard let front = window.frontController else { return false }
    return sequence(first: front) { $0.parent ?? $0.presentingViewController }.allSatisfy {
      $0.restorationIdentifier != nil && comingBack($0) == .preserved
    }
  }

  /// Shows the picture of the last session, if the last launch took longer than a blink to restore and
  /// its screen will come back (contract 1.4, 8.2.5).
  ///
  /// Keys typed at the picture wait for the interface.
  func showSnapshot() {
    guard state != .background, launchOptions.item == nil,
      let bytes = store.snapshot, let head = Snapshot.Head(of: bytes), head.isForLaunch,
      head.launchTime >= SnapshotKeeping.blink, head.version == version, head.size == device.size,
      let snapshot = Snapshot(bytes: bytes)
    else { return }
    device.resume()
    snapshots.hasTerminal = true
    device.present(snapshot.frame)
  }
}
