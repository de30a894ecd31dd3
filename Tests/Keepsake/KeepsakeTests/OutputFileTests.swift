import RepriseCommands
import Foundation
import RepriseTesting
import Testing

@testable import Keepsake

/// An output file that can't be put in place leaves everything unchanged.
@Suite struct OutputFileTests {
  @Test func ifTheTargetCannotBeReplacedNoTemporaryFileIsLeft() throws {
    let directory = NSTemporaryDirectory() + "output-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let file = try OutputFile(path: directory + "/out.csv", replaces: true)
    try file.append(Array("a,b\n".utf8))
    // Another program creates the target first.
    #expect(mkdir(directory + "/out.csv", 0o700) == 0)
    #expect(throws: (any Error).self) { try file.commit() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["out.csv"])
  }

  /// The target appears after the user was asked.
  @Test func aTargetCreatedMeanwhileIsReplacedOnlyIfRequested() throws {
    let directory = NSTemporaryDirectory() + "output-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for replaces in [false, true] {
      let path = directory + "/\(replaces).csv"
      let file = try OutputFile(path: path, replaces: replaces)
      try file.append(Array("new".utf8))
      try Data("theirs".utf8).write(to: URL(filePath: path))
      let result = Result { try file.commit() }
      #expect((try? result.get()) != nil || !replaces)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data((replaces ? "new" : "theirs").utf8))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(names.sorted() == ["false.csv", "true.csv"])
  }
}
