import Foundation
import Preservation

/// What a command line asks of an app.
nonisolated public struct LaunchRequest: Hashable, Sendable {
  /// The session to open; `nil` for the most recent free one.
  public var session: String?

  /// Whether to start clean and put the saved state aside.
  public var isFresh: Bool

  /// What to show instead of the saved place.
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

/// One start of an app: what was asked for, and where it works.
nonisolated public struct Launch: Sendable {
  /// What the command line asks for.
  public let request: LaunchRequest

  /// The app's directories.
  public let directories: AppDirectories

  /// The environment variables.
  public let variables: [String: String]

  /// The open session; empty before ``RepriseApp/environment(_:)``.
  ///
  /// If no state can be kept it is a name that no session has.
  public internal(set) var sessionName = ""

  /// Whether a test or a program that draws pictures runs the app, without a terminal.
  ///
  /// Then watch no foreign files, and leave nothing behind.
  public let isHeadless: Bool

  /// Describes a start; opens and makes nothing.
  ///
  /// - Throws: ``CommandFailure`` if there is no home directory.
  init(
    of name: String, request: LaunchRequest, variables: [String: String], isHeadless: Bool
  ) throws(CommandFailure) {
    self.request = request
    self.variables = variables
    self.isHeadless = isHeadless
    directories = try AppDirectories(name: request.folder ?? name, variables: variables)
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
