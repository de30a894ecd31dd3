import Foundation
import RepriseTesting
import TestSupport
import Testing

@testable import Preservation

/// Many programs on one home at once, killed at random: every session stays intact (reliability
/// T17).
@Suite(.leavesMainActorAlone) struct CrowdTests {
  private static let rounds = Torture.isExhaustive ? 100 : 4
  private static let crowd = 32

  private static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "StoringProbe").path
  }()

  @Test func everySessionIsWholeAfterEveryRound() throws {
    let directory = TemporaryHome()
    let home = StateHome(path: directory.path + "/state")
    for round in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(round))
      let processes = try (0..<Self.crowd).map { _ in try Self.start(in: directory.path) }
      for process in processes.shuffled(using: &random) {
        usleep(UInt32.random(in: 0..<25_000, using: &random))
        kill(process.identifier, SIGKILL)
      }
      for process in processes {
        #expect(process.waitForEnd() == 128 + SIGKILL, "round \(round): one gave up")
      }
      try expectWhole(home, keys: directory.path + "/key", "round \(round)")
    }
    #expect(home.storedSessions().count <= Self.crowd)
    #expect(home.statesAside().isEmpty)
  }

  private static func start(in home: String) throws -> ChildProcess {
    try ChildProcess(
      program, [home], environment: ProcessInfo.processInfo.environment,
      streams: [nil, STDERR_FILENO, STDERR_FILENO])
  }

  private func expectWhole(_ home: StateHome, keys path: String, _ comment: Comment) throws {
    guard let keys = try LoginKeyProvider.existing(file: path) else { return }
    for session in home.storedSessions() {
      #expect(try session.file.problems(keys: keys) == [], comment)
      let records = try session.file.contents(keys: keys).records
      guard let application = records.first(where: { $0.node == .application }) else { continue }
      // The newest object has the number of the last commit, and none has a later one.
      let others = records.filter { $0.node != .application }.compactMap(\.number)
      #expect(application.number == others.max(), comment)
    }
  }
}

extension ObjectRecord {
  fileprivate var number: Int64? {
    guard case .int(let number) = values.first?.value else { return nil }
    return number
  }
}
