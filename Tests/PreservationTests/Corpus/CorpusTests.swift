import Foundation
import Testing

@testable import Preservation

/// Files of every version keep loading (design 3, reliability T13).
@Suite struct CorpusTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1"))
  func writesTheFileOfThisVersion() throws {
    try Corpus.writeCurrent()
  }

  @Test func thereIsAFileOfThisVersion() {
    #expect(
      Corpus.versions.contains(Corpus.currentVersion),
      "write it: UPDATE_CORPUS=1 swift test --filter CorpusTests")
  }

  @Test(arguments: Corpus.versions) func everyVersionLoads(_ version: String) throws {
    let copy = try TemporaryDirectory()
    let archive = try Corpus.open(version, in: copy)
    let loaded = try archive.load()
    #expect(Set(loaded) == Set(Corpus.records(of: version)))
    #expect(archive.info == Corpus.info)
  }

  @Test(arguments: Corpus.versions) func everyVersionIsWrittenOn(_ version: String) throws {
    let copy = try TemporaryDirectory()
    do {
      let archive = try Corpus.open(version, in: copy)
      _ = try archive.load()
      let changed = Corpus.records(of: version)[1]
      try archive.commit(
        ArchiveChanges(upserts: [changed], deletions: [NodeID(rawValue: 4_000)]),
        info: Corpus.info)
    }
    let again = try StateArchive(
      path: "\(copy.path)/\(version).sqlite",
      keys: LoginKeyProvider(file: "\(copy.path)/\(version).key"))
    let left = Corpus.records(of: version).filter { $0.node.rawValue != 4_000 }
    #expect(try Set(again.load()) == Set(left))
  }
}
