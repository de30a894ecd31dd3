import RepriseTesting
import Testing

@testable import Inventory

/// The progress that a long change reports.
@Suite(.leavesMainActorAlone) struct ChangeProgressTests {
  @Test func theFinishedShareIsReported() throws {
    var told: [Double] = []
    var progress = ChangeProgress(total: 4000) {
      told.append($0)
      return true
    }
    for _ in 0..<4 { try progress.advance(by: 1000) }
    #expect(told == [0.25, 0.5, 0.75, 1])
  }

  @Test func aChangeWithoutRowsIsComplete() throws {
    var told: [Double] = []
    var progress = ChangeProgress(total: 0) {
      told.append($0)
      return true
    }
    try progress.advance(by: ChangeProgress.slice)
    #expect(told == [1])
  }

  @Test func cancelingStopsTheChange() throws {
    var progress = ChangeProgress(total: 4000) { $0 < 0.5 }
    try progress.advance(by: 1000)
    #expect(throws: ChangeProgress.GivenUp.self) { try progress.advance(by: 1000) }
  }
}
