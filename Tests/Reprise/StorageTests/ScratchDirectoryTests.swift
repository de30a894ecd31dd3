import Foundation
import RepriseTesting
import Testing

@testable import Storage

/// Directories for work that is thrown away leave nothing behind.
@Suite(.leavesMainActorAlone) struct ScratchDirectoryTests {
  private let home: TemporaryHome

  init() throws { home = TemporaryHome() }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: home.path))
  }

  @Test func directoryIsRemovedWithItsOwner() throws {
    do {
      let scratch = try ScratchDirectory(in: home.path)
      try Data("x".utf8).write(to: URL(fileURLWithPath: scratch.path + "/file"))
      #expect(try names().count == 1)
    }
    #expect(try names() == [])
  }

  @Test func onlyLeftoversOfKilledProgramsAreRemoved() throws {
    let used = try ScratchDirectory(in: home.path)
    for name in ["scratch-left", "mine"] {
      try FileManager.default.createDirectory(
        atPath: home.path + "/" + name, withIntermediateDirectories: false)
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(home.path)/\(name)/file"))
    }
    let next = try ScratchDirectory(in: home.path)
    let names = try names()
    #expect(
      names
        == Set([used, next].map { String($0.path.split(separator: "/").last ?? "") } + ["mine"]))
  }
}
