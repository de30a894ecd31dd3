import Dispatch
import Foundation
import Logging
import Storage
import Terminal

/// A running app: it owns the window, the terminal and the state.
///
/// There is no shared instance. Pass the application to whatever needs it, so that several can run side
/// by side in tests.
///
/// It is the public face of four parts, each with private state: `EventLoop` runs the turns,
/// `LifeCycle` launches, suspends and ends the app, `SystemEvents` watches the world around it, and
/// `BackgroundWork` runs everything that is no event. `StatePreservation` and
/// `StateRestoration` keep the saved state.
public final class Application: StateRestoring {
  /// The app's own object.
  public let delegate: any ApplicationDelegate

  /// The one window.
  public let window: Window

  /// The storyboard whose initial scene fills the window at launch.
  public let mainStoryboard: Storyboard?

  /// Logs the report of each launch, and later remarks.
  ///
  /// The default logger shows warnings when the terminal has been given back.
  public var logger = Logger(label: "reprise") { _ in KeptLog() }

  /// Called after the app has left, stored everything and given the terminal back.
  public var didTerminate: (Termination) -> Void = { _ in }

  /// The files to watch for changes around the app; set them before the launch.
  ///
  /// Change them later if a preference names another file, such as one of a theme.
  public var systemFiles = SystemFiles() {
    didSet { if systemFiles != oldValue { systemEvents.filesDidChange() } }
  }

  /// The keys that a person gave to actions, by ``Action/id``; an empty list removes all keys.
  ///
  /// They apply to every screen that offers the action, to hints and to help. A key that is written
  /// wrongly is reported and binds nothing.
  public var keyOverrides: [String: [KeyBinding]] = [:] {
    didSet { keyOverridesDidChange() }
  }

  /// Makes the table of the app's actions, for the palette to list those of other screens; `nil` for none.
  ///
  /// Called when the palette opens.
  public var makeActionTable: (() -> ActionTable)?

  /// The theme named in the person's ``Preferences``; `nil` to follow the terminal.
  public var preferredTheme: Theme.Definition? {
    didSet { if preferredTheme != oldValue { window.setNeedsDisplay() } }
  }

  /// The theme that the app has set.
  private var chosenTheme: Theme? {
    didSet { if chosenTheme != oldValue { window.setNeedsDisplay() } }
  }

  /// The size of a window in which the app is at its best; `nil`: any will do.
  ///
  /// The terminal is asked for it after the first frame, if ``mayResizeTerminal``.
  public var preferredWindowSize: Size?

  /// Whether the person allows that the terminal is asked for another size: with `REPRISE_RESIZE=1`, or as the app's own
  /// preferences say.
  public var mayResizeTerminal = false

  /// Makes the screen that fills the window at launch, before the delegate is asked.
  var makeRootViewController: ((Application) -> ViewController)?

  let device: any TerminalDevice
  let store: StateStore
  let version: String
  package let preserver: Preserver

  // MARK: - Parts

  /// Runs the turns.
  package private(set) lazy var eventLoop = EventLoop(of: self)

  /// Launches, suspends and ends the app.
  package private(set) lazy var lifeCycle = LifeCycle(of: self)

  /// Watches the world around the app.
  package private(set) lazy var systemEvents = SystemEvents(of: self)

  /// Runs work outside events.
  package private(set) lazy var backgroundWork = BackgroundWork(of: self)

  /// Edits texts in the person's own editor.
  package private(set) lazy var externalEditing = ExternalEditing(of: self)

  /// Stores what changed.
  package private(set) lazy var preservation = StatePreservation(of: self, version: version)

  /// Restores the stored state at launch.
  package private(set) lazy var restoration = StateRestoration(of: self)

  /// Locks protected data.
  package private(set) lazy var dataLock = DataLock(of: self)

  /// Makes an app, to be launched.
  ///
  /// - Parameters:
  ///   - delegate: The app's own object; held strongly.
  ///   - device: The terminal.
  ///   - store: Stores the state.
  ///   - registry: The types that may be restored.
  ///   - environment: The app's own things, for restoration classes.
  ///   - mainStoryboard: The storyboard to start from, and for restoring.
  ///   - version: The version of the app, saved with the state.
  public init(
    delegate: any ApplicationDelegate, device: any TerminalDevice, store: StateStore,
    registry: RestorationRegistry, environment: Environment = Environment(),
    mainStoryboard: Storyboard? = nil, version: String = ""
  ) {
    self.delegate = delegate
    self.device = device
    self.store = store
    self.version = version
    self.mainStoryboard = mainStoryboard
    var registry = registry
    if let mainStoryboard { registry.register(mainStoryboard) }
    window = Window(size: device.size)
    preserver = Preserver(registry: registry, environment: environment)
    preserver.setRoot(self)
    window.app = self
    preserver.register(window.notices, restorationIdentifier: "reprise.notices")
    window.notices.setNeedsPreservation = { [weak self] in self?.noticesDidChange() }
    preserver.remark = { [weak self] in self?.remark($0) }
    preserver.didMark = { [weak self] in self?.setNeedsTurn() }
    preservation.attachDelegateProperties()
    for problem in registry.problems { remark(problem) }
  }

  // MARK: - Launching and leaving

  /// Launches the app: contract 1.3; with state, 1.4; while another job has the terminal, 1.5.
  ///
  /// Without a usable terminal it fails before any callback and before anything is restored, since
  /// nothing could bring such an app to a screen later.
  ///
  /// - Parameter options: Why the app is launched; see ``launchOptions``.
  /// - Throws: `TerminalError` if the terminal cannot be used.
  public func launch(options: LaunchOptions = LaunchOptions()) throws(TerminalError) {
    try lifeCycle.launch(options)
  }

  /// Makes the screen that fills the window at launch.
  func makeFirstScreen() {
    if let makeRootViewController {
      let root = makeRootViewController(self)
      // With the key of its type as identifier it is restored.
      if root.restorationIdentifier == nil {
        root.restorationIdentifier = preserver.registry.savedType(of: root).key
      }
      window.rootViewController = root
    } else if let mainStoryboard {
      window.rootViewController = mainStoryboard.instantiateInitialViewController()
    }
  }

  /// The state of the life cycle.
  public var state: ApplicationState { lifeCycle.state }

  /// Why the app was launched.
  public var launchOptions: LaunchOptions { lifeCycle.launchOptions }

  /// How the app exited; `nil` while it runs.
  public var termination: Termination? { lifeCycle.termination }

  /// Exits: stores everything, releases the terminal, then calls ``didTerminate``.
  public func terminate(_ reason: Termination = .quit) { lifeCycle.leave(because: reason) }

  // MARK: - Turns

  /// Lays out, stores and draws what changed outside of an event.
  ///
  /// Does nothing before the first frame and in the background.
  public func update() { eventLoop.update() }

  /// Calls ``update()`` soon; may be called on any thread.
  public nonisolated var updating: @Sendable () -> Void {
    { [weak self] in DispatchQueue.main.async { self?.update() } }
  }

  /// Schedules one turn, however much changes until then.
  ///
  /// Views and controllers call this when they change.
  func setNeedsTurn() { eventLoop.setNeedsTurn() }

  /// Draws the whole screen again, as after another program wrote on the terminal.
  public func redraw() { device.redraw() }

  /// Notes that this event stored data of the app.
  ///
  /// The state is then stored right after the event, even if more events wait in the turn. Changes by earlier events were
  /// stored before this one. So the data is ahead of the state by at most one event.
  public func noteDataChange() { eventLoop.noteDataChange() }

  // MARK: - The terminal

  /// The capabilities of the terminal.
  ///
  /// It may be another one after the app was suspended; see ``SystemChange/terminal``.
  public var terminalCapabilities: TerminalCapabilities { device.capabilities }

  /// The color and attributes of each style role: a theme that suits the terminal, unless the app sets one.
  ///
  /// After the first frame the terminal is asked for its background, which determines whether it is dark or
  /// light. Without color, as under `NO_COLOR`, the theme is monochrome. Users can choose with `REPRISE_THEME`,
  /// apps with ``preferredTheme``.
  public var theme: Theme {
    get { chosenTheme ?? themeOfPreferences ?? device.capabilities.theme }
    set { chosenTheme = newValue }
  }

  /// The theme named in the user's ``Preferences``, with the terminal's colors.
  ///
  /// `REPRISE_THEME` takes precedence over the file.
  private var themeOfPreferences: Theme? {
    let capabilities = device.capabilities
    guard let preferredTheme, !capabilities.isThemeChosen else { return nil }
    return Theme(
      preferredTheme, colors: capabilities.colors, isOnLight: capabilities.theme.name.isLight)
  }

  /// Whether a `PictureView` shows pixels instead of cells, if the terminal reports
  /// Kitty's graphics or Sixel; off by default, for apps to set from a preference.
  ///
  /// Only then is the terminal queried, after a frame, without waiting: until an answer arrives, pictures are
  /// drawn as cells. Without color they always are.
  public var prefersPictureGraphics: Bool {
    get { device.wantsGraphics }
    set {
      guard newValue != device.wantsGraphics else { return }
      device.wantsGraphics = newValue
      graphicsDidChange()
      setNeedsTurn()
    }
  }

  /// Redraws all pictures for the terminal's present capabilities, including those of covered screens.
  func graphicsDidChange() {
    window.graphicsDidChange()
    forEachController { if $0.isViewLoaded { $0.view.graphicsDidChange() } }
  }

  /// Asks the terminal for the app's preferred size, if the user allows it and the window is smaller.
  ///
  /// A terminal may refuse, and most multiplexers do; then nothing changes. If it obeys, the resize is handled like any
  /// other.
  func askForRoom() {
    guard mayResizeTerminal, let wanted = preferredWindowSize else { return }
    let size = Size(
      width: max(wanted.width, device.size.width), height: max(wanted.height, device.size.height))
    if size != device.size { device.request(size) }
  }

  // MARK: - The interface

  /// The app's own things, for the factories of screens.
  public var environment: Environment { preserver.environment }

  /// Visits every controller, containers and presenters first.
  func forEachController(_ action: (ViewController) -> Void) {
    func visit(_ controller: ViewController) {
      action(controller)
      controller.children.forEach(visit)
      if let presented = controller.presentedViewController { visit(presented) }
    }
    if let root = window.rootViewController { visit(root) }
  }

  /// The responder that would perform an action now: the focus, or the nearest around it that offers the action.
  ///
  /// - Parameter actionID: The ``Action/id``.
  /// - Returns: `nil` if no responder offers it, or if it is disabled.
  public func target(forAction actionID: String) -> Responder? {
    window.firstResponder.flatMap { first in
      sequence(first: first, next: \.next).first { $0.canPerform(actionID) }
    }
  }
}

/// The default log: keeps warnings and shows them when the terminal has been given back.
///
/// So a developer reads them in the shell, and they are never on the screen. Without a real terminal,
/// as in tests, nothing is written.
private nonisolated struct KeptLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard KeptOutput.isOn else { return }
    let line = "reprise: \(event.level): \(event.message)\n"
    KeptOutput.complain(line)
  }
}
