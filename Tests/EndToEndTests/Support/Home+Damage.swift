import RepriseTesting
import Foundation
import GRDB
import Preservation
import Reprise
import Testing

extension Home {
  /// The node of the object with this identifier in the main session's state.
  func node(named identifier: String) throws -> NodeID {
    let keys = try #require(try LoginKeyProvider.existing(file: data + "/state.key"))
    let objects = try SavedStateFile(path: stateFile()).objects(keys: keys)
    return try #require(objects.first { $0.identifier == identifier }).node
  }

  /// The names of the quarantined states.
  var namesInQuarantine: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: state + "/quarantine")) ?? []
  }

  /// Changes a byte in the text of one object of the saved state.
  func damage(_ node: NodeID) throws {
    let database = try DatabaseQueue(path: stateFile())
    try database.write { database in
      let body = try Data.fetchOne(
        database, sql: "SELECT body FROM object WHERE node = ?", arguments: [node.rawValue])
      guard var body else { throw Unlike(text: "there is no object \(node)") }
      body[20] ^= 1
      try database.execute(
        sql: "UPDATE object SET body = ? WHERE node = ?", arguments: [body, node.rawValue])
    }
    try database.close()
  }
}
