import Foundation
import GRDB

/// The previous generation of a session: a copy of the archive, made in a healthy launch.
enum Generation {
  /// Copies an archive atomically, even while it is in use.
  ///
  /// It opens its own connection, so the app's turns continue. Not for the main thread.
  ///
  /// - Parameters:
  ///   - archive: The path of the archive.
  ///   - target: The path of the copy.
  /// - temporary: The file in which the copy is built; the remains of an interrupted copy are replaced.
  /// - finish: Changes the copy before the rename.
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
