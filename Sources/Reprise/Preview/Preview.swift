import Foundation
import Preservation
import Terminal

/// A screen by its name, to be looked at without running the app: in a shell, in a test of its picture,
/// in the documentation.
///
/// ```swift
/// let screens = [
///   Preview("empty list", of: NotesApp.self),
///   Preview("new note", of: NotesApp.self, keys: "nMilk"),
///   Preview("progress") { ProgressScreen() },
/// ]
/// ```
public struct Preview {
  /// What it is called.
  public let name: String

  /// The window, unless another one is asked for.
  public let size: Size

  /// The keys that are pressed first, as ``KeyScript`` reads them, unless others are asked for.
  public let keys: String

  private let make: (HeadlessTerminal, _ home: String) throws -> Application

  /// Names a screen of an app: what its first launch ever shows after some keys.
  ///
  /// - Parameters:
  ///   - name: What to call it.
  ///   - app: The app, which gets an empty home of its own.
  ///   - size: The window.
  ///   - keys: The keys to press, as in `nMilk<Tab>`.
  public init<App: RepriseApp>(
    _ name: String, of app: App.Type, size: Size = Size(width: 80, height: 24), keys: String = ""
  ) {
    self.name = name
    self.size = size
    self.keys = keys
    make = { terminal, home in
      let archive = try StateArchive(path: nil, keys: LoginKeyProvider())
      return try App().makeApplication(
        device: terminal, store: StateStore(archive: archive), home: home)
    }
  }

  /// Names a screen that needs no app.
  ///
  /// - Parameters:
  ///   - name: What to call it.
  ///   - size: The window.
  ///   - keys: The keys to press.
  ///   - screen: Makes the controller that fills the window.
  public init(
    _ name: String, size: Size = Size(width: 80, height: 24), keys: String = "",
    screen: @escaping () -> ViewController
  ) {
    self.name = name
    self.size = size
    self.keys = keys
    make = { terminal, _ in
      let application = Application(
        delegate: Passing(), device: terminal, store: StateStore(unavailable: "a preview"))
      application.makeRootViewController = { _ in screen() }
      return application
    }
  }

  /// Draws the screen; nothing of it is kept.
  ///
  /// - Parameters:
  ///   - size: Another window.
  ///   - keys: Other keys.
  /// - Throws: ``CommandFailure`` when there is no such key, or what the app throws.
  public func frame(size: Size? = nil, keys: String? = nil) throws -> Frame {
    let presses = try PictureOptions.keys(keys ?? self.keys)
    let home = NSTemporaryDirectory() + "reprise-preview-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: home) }
    let terminal = HeadlessTerminal(size: size ?? self.size)
    let application = try make(terminal, home)
    try application.launch()
    return application.frame(after: presses, on: terminal)
  }

  /// Keeps nothing.
  private final class Passing: ApplicationDelegate {}
}
