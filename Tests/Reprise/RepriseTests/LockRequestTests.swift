import Foundation
import Reprise
import Testing

/// A request to lock is one file, whatever became of former ones.
@Suite struct LockRequestTests {
  @Test func laterRequestRemovesLeftovers() throws {
    let home = NSTemporaryDirectory() + "lock-request-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let directories = try AppDirectories(name: "notes", variables: ["HOME": home])
    try directories.requestLock()
    let files = FileManager.default
    for (name, age) in [("lock-request.1", 3600.0), ("lock-request.2", 0), ("log", 3600)] {
      #expect(files.createFile(atPath: "\(directories.state)/\(name)", contents: Data()))
      try files.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)],
        ofItemAtPath: "\(directories.state)/\(name)")
    }
    try directories.requestLock()
    #expect(
      try files.contentsOfDirectory(atPath: directories.state).sorted() == [
        "lock-request", "lock-request.2", "log",
      ])
  }
}
