import Foundation
import Preservation

/// What a command line asks of an app; nothing unless it says so.
nonisolated public struct LaunchRequest: Hashable, Sendable {
  /// The session to open; without it the most recent one that is free.
  public var session: String?

  /// Whether to start clean; the saved state is put aside.
  public var isFresh: Bool

  /// What to show instead of the saved place.
  public var item: String?

  /// The name of the app's directories, as in `notes/demo`; that of the app unless given.
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

  /// Where the app keeps things.
  public let directories: AppDirectories

  /// The variables of the process.
  public let variables: [String: String]

  /// The session that is open; known from ``RepriseApp/environment(_:)`` on, empty before.
  ///
  /// Where no state can be kept it is a name that no session has.
  public internal(set) var sessionName = ""

  /// Whether there is no terminal: a test or a program that draws pictures looks at the app.
  ///
  /// Then others' files had better not be watched, nor anything left behind.
  public let isHeadless: Bool

  /// Describes a start; nothing is opened or made.
  ///
  /// - Throws: ``CommandFailure`` when there is no home directory.
  init(
    of name: String, request: LaunchRequest, variables: [String: String], isHeadless: Bool
  ) throws(CommandFailure) {
    self.request = request
    self.variables = variables
    self.isHeadless = isHeadless
    directories = try AppDirectories(name: request.folder ?? name, variables: variables)
  }

  /// Why the app is launched: for an item, unless the guardian started it again, which then comes back
  /// where it crashed.
  public var options: LaunchOptions {
    let options = LaunchOptions()
    return LaunchOptions(item: options.restarts == 0 ? request.item : nil)
  }

  /// Whether another program has a session open now.
  public var isSessionInUse: (String) -> Bool {
    StateHome(path: directories.state).isSessionInUse
  }
}
