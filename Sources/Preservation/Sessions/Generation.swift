import Foundation
import GRDB

/// The previous generation of a session: a copy of the archive of one healthy launch (design 3).
enum Generation {
  /// Copies an archive that may be in use, whole or not at all.
  ///
  /// Takes a connection of its own, so that the turns of the app go on. Not for the main thread.
  ///
  /// - Parameters:
  ///   - archive: The path of the archive.
  ///   - target: The path of the copy.
  ///   - temporary: Where the copy grows; what a copy that was cut off left there is replaced.
  ///   - finish: Changes the copy before it takes its place.
  static func keep(
    _ archive: String, as target: String, through temporary: String,
    finish: (_ copy: String) throws -> Void = { _ in }
  ) throws {
    try PrivateFile.checkDatabase(archive)
    unlink(temporary)
    try PrivateFile.ensure(temporary)
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.label = "generation"
      configuration.prepareDatabase { $0.distrustFile(attaches: true) }
      let database = try DatabaseQueue(path: archive, configuration: configuration)
      try database.unsafeRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [temporary]) }
      try database.close()
      try finish(temporary)
      try PrivateFile.sync(temporary)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      throw StateError.unwritable("\(target): \(String(cString: strerror(errno)))")
    }
  }
}
