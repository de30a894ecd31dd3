import Foundation
import RepriseTesting
import Testing

@testable import Keepsake

/// A file that cannot take its place leaves everything as it was.
@Suite struct OutputFileTests {
  @Test func whereTheTargetCannotBeReplacedNothingIsLeft() throws {
    let directory = NSTemporaryDirectory() + "output-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let file = try OutputFile(path: directory + "/out.csv")
    try file.append(Array("a,b\n".utf8))
    // Another program was faster.
    #expect(mkdir(directory + "/out.csv", 0o700) == 0)
    #expect(throws: (any Error).self) { try file.commit() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["out.csv"])
  }
}
