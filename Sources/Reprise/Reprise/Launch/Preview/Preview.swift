import Foundation
import Preservation
import Terminal

/// A named screen to look at without running the app: in a shell, in a test of its picture, in the
/// documentation.
///
/// ```swift
/// let screens = [
///   Preview("empty list", of: NotesApp.self),
///   Preview("new note", of: NotesApp.self, keys: "nMilk"),
///   Preview("progress") { ProgressScreen() },
/// ]
/// ```
public struct Preview {
  /// The name.
  public let name: String

  /// The default size of the window.
  public let size: Size

  /// The default keys to press first, in the notation of ``KeyScript``.
  public let keys: String

  private let make: (HeadlessTerminal, _ home: String) throws -> Application

  /// Names a screen of an app: the screen of the first launch after some keys.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - app: The app, which gets an empty home.
  ///   - size: The size of the window.
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
  ///   - name: The name.
  ///   - size: The size of the window.
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

  /// Draws the screen without saving anything.
  ///
  /// - Parameters:
  ///   - size: Another size of the window.
  ///   - keys: Other keys.
  /// - Throws: ``CommandFailure`` if there is no such key, or the app's error.
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

  /// Does nothing.
  private final class Passing: ApplicationDelegate {}
}

extension Application {
  /// Presses keys in an app on a headless terminal, and returns the last frame.
  ///
  /// Before each key the background work of the one before is finished.
  ///
  /// ```swift
  /// let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
  /// let application = try NotesApp().makeApplication(device: terminal, store: store, home: home)
  /// try application.launch()
  /// let frame = application.frame(after: KeyScript("nMilk<Tab>").keys, on: terminal)
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys, in order.
  ///   - terminal: The terminal on which the app was launched.
  public func frame(after keys: [KeyPress], on terminal: HeadlessTerminal) -> Frame {
    finishBackgroundWork()
    for key in keys {
      terminal.send([.key(key)])
      finishBackgroundWork()
    }
    return terminal.frames.last ?? Frame(size: terminal.size)
  }
}
