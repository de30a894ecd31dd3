import Foundation
import Reprise
import Testing

extension Pilot {
  /// Launches an app as its `main` does, on a home directory of its own that is removed with the pilot.
  ///
  /// The state lives in memory; there is no terminal, no log and no guardian. Each restart makes the
  /// app and its environment anew, on the same home.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - size: The window.
  ///   - restartsAfterEveryEvent: Whether the app is killed and started again after every event.
  ///   - audits: Whether to audit after every turn, which costs more than the turn.
  ///   - expectedRemarks: The first value of ``expectedRemarks``, for remarks of the launch.
  ///   - sourceLocation: The line that a forgotten mark is shown at.
  public convenience init<App: RepriseApp>(
    app: App.Type, size: Size = Size(width: 80, height: 24),
    restartsAfterEveryEvent: Bool = false, audits: Bool = true, expectedRemarks: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let home = TemporaryHome()
    try self.init(
      size: size, restartsAfterEveryEvent: restartsAfterEveryEvent, audits: audits,
      expectedRemarks: expectedRemarks, sourceLocation: sourceLocation
    ) { device, store in
      try App().makeApplication(device: device, store: store, home: home.path)
    }
  }
}

/// A directory that stands for a person's home, removed with this object or at the end of the process.
nonisolated public final class TemporaryHome: Sendable {
  /// Where it is.
  public let path: String

  /// Names a directory that is not there yet, with a name of its own.
  public init() {
    path = NSTemporaryDirectory() + "reprise-home-\(UUID().uuidString)"
    // Whoever cannot make it hears so from whoever opens a file in it.
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    LeftDirectories.note(path)
  }

  deinit { LeftDirectories.remove(path) }
}
