import Preservation
import Reprise

/// Internal operations for the benchmarks: apps never open a session themselves or store without a turn.
@MainActor public enum StateBenchmarking {
  /// Opens a session in its own state directory.
  ///
  /// - Parameter directory: Holds only this session's state.
  public static func openStore(in directory: String, keys: LoginKeyProvider) throws -> StateStore {
    StateStore(session: try StateHome(path: directory).openSession(named: "benchmark"), keys: keys)
  }

  /// Stores all changes, as at the end of a turn.
  public static func preserve(_ application: Application) { application.preservation.preserve() }

  /// The size of that session's state.
  ///
  /// - Returns: The path of its database without the log, and the total length of its values in bytes.
  public static func contents(
    in directory: String, keys: LoginKeyProvider
  ) throws -> (path: String, valueSize: Int) {
    let session = try StateHome(path: directory).openSession(named: "benchmark")
    let archive = try StateArchive(path: session.archivePath, keys: keys)
    let size = try archive.load().reduce(0) { $0 + $1.valueSize }
    archive.checkpoint()
    return (session.archivePath, size)
  }
}
