import Foundation
import Preservation

/// Where an app keeps things, by the XDG base directory rules.
///
/// An unset, empty or relative variable counts as not set.
nonisolated public struct AppDirectories: Hashable, Sendable {
  /// The app's own files, and the key of the state; created by ``makeData()``.
  public let data: String

  /// What the screen looked like, and the log.
  public let state: String

  /// Works the directories out; nothing is made.
  ///
  /// - Parameters:
  ///   - name: Of the app; more words, set apart by `/`, name a place of its own in there.
  ///   - variables: Those of the process.
  /// - Throws: ``CommandFailure`` when there is no home directory, or the name is no name.
  public init(name: String, variables: [String: String]) throws(CommandFailure) {
    guard Self.isName(name) else {
      throw CommandFailure(
        status: .failure,
        message: "“\(name)” cannot name an app: use letters, digits, \"-\", \"_\" and \".\"")
    }
    data = try Self.base("XDG_DATA_HOME", ".local/share", variables) + "/" + name
    state = try Self.base("XDG_STATE_HOME", ".local/state", variables) + "/" + name
  }

  /// The key file of this login, kept with the data and never beside the state.
  public var keyFile: String { data + "/state.key" }

  /// What each launch brought back, and what not; names and numbers, never content.
  public var logFile: String { state + "/log" }

  /// Makes the directory of the data if it is missing, for its owner alone.
  ///
  /// - Returns: Its path, without links.
  /// - Throws: `StateError` when it cannot be made, or is somebody else's.
  public func makeData() throws -> String { try PrivateFolder.make(data) }

  /// Whether a path stays below the directory that it is put under.
  private static func isName(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != "."
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
  }

  private static func base(
    _ variable: String, _ fallback: String, _ variables: [String: String]
  ) throws(CommandFailure) -> String {
    if let path = variables[variable], path.hasPrefix("/") { return path }
    if let home = variables["HOME"], home.hasPrefix("/") { return home + "/" + fallback }
    if let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir {
      let path = String(cString: home)
      if path.hasPrefix("/") { return path + "/" + fallback }
    }
    throw CommandFailure(
      status: .cannotCreate,
      message: "there is no home directory: set HOME, or \(variable), to an absolute path")
  }
}
