import Foundation

extension Application {
  /// Has the next launch pass the picture of the screen over, as when it shows what will not be true
  /// for long.
  ///
  /// Counts only when called from code that preservation calls: the delegate's `shouldSave` and
  /// `willEncode`, and `encodeRestorableState(with:)`; elsewhere it is passed over and reported
  /// (contract 6.12). The picture is still the preview in lists of sessions.
  public func ignoreSnapshotOnNextApplicationLaunch() {
    guard preserver.isCollecting else {
      return remark(
        "ignoreSnapshotOnNextApplicationLaunch() was called outside of preservation: "
          + "it counts only where state is encoded")
    }
    snapshots.isIgnored = true
  }

  /// Keeps a picture of the screen with the state that was just stored (contract 1.6.4); without one
  /// that would be true at the next launch, the last one is removed.
  ///
  /// An app that was never seen leaves the last one as it is.
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

  /// Whether the screen in front and all that it is in will be there at the next launch
  /// (contract 8.2.6).
  private var willScreenComeBack: Bool {
    guard let front = window.frontController else { return false }
    return sequence(first: front) { $0.parent ?? $0.presentingViewController }.allSatisfy {
      $0.restorationIdentifier != nil && comingBack($0) == .preserved
    }
  }

  /// Shows the picture that the session was left with, when restoring took longer than a blink the
  /// last time and will bring back what is in it (contract 1.4, 8.2.5).
  ///
  /// Keys that are typed at it wait until the interface is there.
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
