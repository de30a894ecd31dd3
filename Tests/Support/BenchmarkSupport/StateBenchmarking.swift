import Preservation
import Reprise

/// What the benchmarks reach into: no app has to open a session itself, or store without a turn.
@MainActor public enum StateBenchmarking {
  /// Opens a session of its own in a directory of states.
  ///
  /// - Parameter directory: Holds the state of this session alone.
  public static func openStore(in directory: String, keys: LoginKeyProvider) throws -> StateStore {
    StateStore(session: try StateHome(path: directory).openSession(named: "benchmark"), keys: keys)
  }

  /// Stores what changed, as the end of a turn does.
  public static func preserve(_ application: Application) { application.preservation.preserve() }

  /// What the state of that session takes.
  ///
  /// - Returns: The path of its file without a log, and the length of all values in it, in bytes.
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
