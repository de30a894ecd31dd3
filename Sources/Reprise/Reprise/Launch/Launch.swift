import Foundation
import Preservation

/// The request that a command line makes to an app.
///
/// ```swift
/// let request = LaunchRequest(session: "work", isFresh: true)
/// ```
nonisolated public struct LaunchRequest: Hashable, Sendable {
  /// The session to open; `nil` for the one that the pane last showed, else the most recent free one.
  public var session: String?

  /// Whether to start clean and put the saved state aside.
  public var isFresh: Bool

  /// The item to show instead of the saved place.
  public var item: String?

  /// The name of the app's directories, as in `notes/demo`; `nil` for the app's name.
  public var folder: String?

  /// Makes a request.
  public init(
    session: String? = nil, isFresh: Bool = false, item: String? = nil, folder: String? = nil
  ) {
    self.session = session
    self.isFresh = isFresh
    self.item = item
    self.folder = folder
  }
}

/// One start of an app: the request, the app's directories, and the session that it opens.
public final class Launch {
  /// The request of the command line.
  public let request: LaunchRequest

  /// The app's directories.
  public let directories: AppDirectories

  /// The environment variables.
  public let variables: [String: String]

  /// The types that the app has registered for restoration.
  public let registry: RestorationRegistry

  /// Whether a test or a program that draws pictures runs the app, without a terminal.
  ///
  /// Then watch no foreign files, and leave nothing behind.
  public let isHeadless: Bool

  private enum State {
    case closed(() throws -> StateStore)
    case open(StateStore, sessionName: String)
  }
  private var state: State

  /// Describes a start; opens and makes nothing.
  ///
  /// - Parameters:
  ///   - app: The app to start.
  ///   - isHeadless: Whether no terminal is used.
  ///   - openState: Opens the saved state; called once, when it is first needed.
  /// - Throws: ``CommandFailure`` if there is no home directory.
  init(
    of app: some RepriseApp, request: LaunchRequest, variables: [String: String],
    isHeadless: Bool, openState: @escaping (AppDirectories) throws -> StateStore
  ) throws(CommandFailure) {
    self.request = request
    self.variables = variables
    self.isHeadless = isHeadless
    let directories = try AppDirectories(name: request.folder ?? app.name, variables: variables)
    self.directories = directories
    var registry = RestorationRegistry()
    app.register(in: &registry)
    self.registry = registry
    state = .closed { try openState(directories) }
  }

  /// The name of the session, whose saved state the first access opens.
  ///
  /// If no state can be kept, it is a name that no session has, so that no other window is mistaken for
  /// this one.
  public var sessionName: String {
    get throws { try openState().sessionName }
  }

  /// The saved state, which the first access opens.
  var store: StateStore {
    get throws { try openState().store }
  }

  private func openState() throws -> (store: StateStore, sessionName: String) {
    switch state {
    case .open(let store, let sessionName): return (store, sessionName)
    case .closed(let open):
      let store = try open()
      let name =
        store.sessionName ?? (isHeadless ? "main" : "nobody-" + UUID().uuidString.lowercased())
      state = .open(store, sessionName: name)
      return (store, name)
    }
  }

  /// Why the app is launched: for an item, or after a crash, where it comes back to the place of the
  /// crash.
  public var options: LaunchOptions {
    let options = LaunchOptions()
    return LaunchOptions(item: options.restarts == 0 ? request.item : nil)
  }

  /// Whether another program has a session open.
  public var isSessionInUse: (String) -> Bool {
    StateHome(path: directories.state).isSessionInUse
  }
}
