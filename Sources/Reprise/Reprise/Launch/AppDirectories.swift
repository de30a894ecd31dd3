import Foundation
import Preservation
import Storage

/// The directories of an app, by the XDG rules.
///
/// A variable that is empty or relative counts as unset.
///
/// ```swift
/// let directories = try AppDirectories(name: "notes", variables: ["HOME": "/home/ada"])
/// ```
nonisolated public struct AppDirectories: Hashable, Sendable {
  /// The name of the app, or of a place inside it.
  package let name: String

  /// The directory of the app's own files and of the key of the state; made by ``makeData()``.
  public let data: String

  /// The directory of the state and the log.
  public let state: String

  /// The directory of what is made again when it is deleted, such as pictures as cells; not made here.
  public let cache: String

  /// The files in which a person says how the app shows things, the most important first; read by
  /// ``Preferences``, never written or made.
  ///
  /// A place inside an app, as in `notes/demo`, has those of the app.
  public let preferences: [String]

  /// Derives the directories, and makes none.
  ///
  /// - Parameters:
  ///   - name: The name of the app, or a folder in it as in `notes/demo`.
  ///   - variables: The environment variables.
  /// - Throws: ``CommandFailure`` without a home directory, or if the name is invalid.
  public init(name: String, variables: [String: String]) throws(CommandFailure) {
    guard Self.isName(name) else {
      throw CommandFailure(
        status: .failure,
        message: "“\(name)” cannot name an app: use letters, digits, \"-\", \"_\" and \".\"")
    }
    self.name = name
    data = try Self.base("XDG_DATA_HOME", ".local/share", variables) + "/" + name
    state = try Self.base("XDG_STATE_HOME", ".local/state", variables) + "/" + name
    cache = try Self.base("XDG_CACHE_HOME", ".cache", variables) + "/" + name
    let own = try Self.base("XDG_CONFIG_HOME", ".config", variables)
    let app = name.prefix { $0 != "/" }
    preferences = ([own] + Self.preferenceBases(variables)).map { "\($0)/\(app)/config.toml" }
  }

  /// The key file of this login, stored with the data and never with the state.
  public var keyFile: String { data + "/state.key" }

  /// The texts that are open in an editor; made when the first one is.
  var editedTexts: String { data + "/editing" }

  /// The files with this login's restrictions.
  ///
  /// The administrator's file is in `/etc/xdg`, whatever the environment says: restricted users set
  /// the variables of their own programs.
  public var restrictions: RestrictionFiles {
    let file = preferences[0]
    let own = file[..<(file.lastIndex(of: "/") ?? file.endIndex)]
    let program = own[(own.lastIndex(of: "/").map(own.index(after:)) ?? own.startIndex)...]
    return RestrictionFiles(
      administrator: "/etc/xdg/\(program)/restrictions.toml",
      personal: "\(own)/restrictions.toml")
  }

  /// The file that is written to ask open windows to lock.
  var lockRequest: String { state + "/lock-request" }

  /// The log of what each launch restored: names and numbers, never content.
  public var logFile: String { state + "/log" }

  /// Makes the directory of the data if it is missing, accessible to its owner alone.
  ///
  /// - Returns: Its path, without links.
  /// - Throws: `StateError` if it can't be created, or belongs to another user.
  public func makeData() throws -> String { try PrivateFolder.make(data) }

  /// Whether a path stays inside the directory that it is appended to.
  private static func isName(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy(\.isPlainName)
  }

  /// The directories of the machine's preferences, the most important first.
  private static func preferenceBases(_ variables: [String: String]) -> [String] {
    let list = variables["XDG_CONFIG_DIRS"] ?? ""
    let paths = (list.isEmpty ? "/etc/xdg" : list).split(separator: ":").map(String.init)
    // Each costs the launch an attempt to open a file.
    return Array(paths.filter { $0.hasPrefix("/") }.prefix(8))
  }

  private static func base(
    _ variable: String, _ fallback: String, _ variables: [String: String]
  ) throws(CommandFailure) -> String {
    if let path = variables[variable], path.hasPrefix("/") { return path }
    if let home = personalHome(variables) { return home + "/" + fallback }
    throw CommandFailure(
      status: .cannotCreate,
      message: "there is no home directory: set HOME, or \(variable), to an absolute path")
  }

  // MARK: - Locking

  /// Asks every window of the app to lock, as a command does from a script or a key of the desktop.
  ///
  /// They lock within a second, also if stopped by `Ctrl-Z`. A window that can't be continued, or
  /// was stopped in another way, locks before it is next visible.
  ///
  /// - Throws: `StateError` where the state's directory cannot be written.
  public nonisolated func requestLock() throws {
    _ = try PrivateFolder.make(state)
    // A new file each time: its identity tells requests apart even within one tick of the clock.
    let fresh = "\(lockRequest).\(UInt64.random(in: .min ... .max))"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    guard descriptor >= 0, rename(fresh, lockRequest) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(fresh)
      throw StateError.unwritable("\(lockRequest): \(reason)")
    }
    removeUnfinishedRequests()
  }

  /// Removes what a kill left behind a while ago.
  private nonisolated func removeUnfinishedRequests() {
    let now = Date()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    where "\(state)/\(name)".hasPrefix(lockRequest + ".") {
      var status = stat()
      guard lstat("\(state)/\(name)", &status) == 0,
        Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)) < now - 60
      else { continue }
      unlink("\(state)/\(name)")
    }
  }
}
