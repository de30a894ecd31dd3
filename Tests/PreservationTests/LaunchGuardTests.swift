import Foundation
import Testing

@testable import Preservation

/// What a dead launch leaves behind, and what the next one makes of it (contract 7.3, 7.4).
@Suite struct LaunchGuardTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let screen = NodeID(rawValue: 4_711)

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/launching"
  }

  /// Leaves a mark as a launch does that dies, and as the guardian adds to it.
  private func die(at phase: LaunchMark.Phase, signal: Int32?, deaths: Int = 0) throws {
    let launch = LaunchGuard(path: path)
    try launch.begin(deaths: deaths)
    launch.note(screen)
    if phase == .onScreen { launch.noteFirstFrame() }
    guard var number = signal?.littleEndian else { return }
    let descriptor = open(path, O_WRONLY)
    pwrite(descriptor, &number, 4, off_t(LaunchGuard.signalOffset))
    close(descriptor)
  }

  @Test(arguments: [nil, 6, 9] as [Int32?]) func aMarkTellsWhatWasGoingOn(_ signal: Int32?) throws {
    try die(at: .onScreen, signal: signal, deaths: 1)
    #expect(
      LaunchGuard(path: path).lastLaunch()
        == LaunchMark(phase: .onScreen, signal: signal, node: screen, deaths: 1))
    #expect(directory.mode(of: "launching") == 0o600)
  }

  @Test func aHealthyLaunchLeavesNothing() throws {
    try die(at: .starting, signal: 6)
    let launch = LaunchGuard(path: path)
    try launch.begin(deaths: 1)
    launch.end()
    launch.note(screen)
    #expect(LaunchGuard(path: path).lastLaunch() == nil)
  }

  @Test func aMarkThatIsNotCompleteIsNone() throws {
    try die(at: .starting, signal: nil)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(LaunchGuard(path: path).lastLaunch() == nil, "\(length) bytes")
    }
    try Data(count: whole.count).write(to: URL(fileURLWithPath: path))
    #expect(LaunchGuard(path: path).lastLaunch() == nil)
  }

  @Test(
    arguments: [
      (LaunchMark.Phase.starting, nil, true), (.starting, SIGKILL, true),
      (.starting, SIGSEGV, true),
      (.starting, SIGHUP, false), (.starting, SIGTERM, false), (.onScreen, nil, false),
      (.onScreen, SIGKILL, false), (.onScreen, SIGTERM, false), (.onScreen, SIGSEGV, true),
      (.onScreen, SIGTRAP, true), (.onScreen, SIGABRT, true),
    ] as [(LaunchMark.Phase, Int32?, Bool)])
  func deathsThatCount(_ phase: LaunchMark.Phase, _ signal: Int32?, _ counts: Bool) {
    let mark = LaunchMark(phase: phase, signal: signal, node: screen, deaths: 0)
    #expect(mark.counts == counts)
  }

  @Test func theLadderGoesDownStepByStep() {
    func after(_ deaths: Int, node: NodeID?, signal: Int32 = SIGABRT) -> LadderRung {
      let mark = LaunchMark(phase: .onScreen, signal: signal, node: node, deaths: deaths)
      return LadderRung.after(mark).rung
    }
    #expect(LadderRung.after(nil).rung == .everything)
    #expect(after(0, node: screen) == .without(screen))
    #expect(after(0, node: nil) == .nothing)
    #expect(after(1, node: screen) == .nothing)
    #expect(after(2, node: screen) == .nothingAgain)
    #expect(after(1, node: screen, signal: SIGKILL) == .everything)
  }

  @Test func aDeathThatDoesNotCountIsNotForgiven() {
    let mark = LaunchMark(phase: .onScreen, signal: SIGKILL, node: screen, deaths: 1)
    #expect(LadderRung.after(mark).deaths == 1)
  }

  @Test func aGenerationIsACopyOfAnArchiveInUse() throws {
    let keys = LoginKeyProvider()
    let archive = try StateArchive(path: directory.path + "/state.sqlite", keys: keys)
    let record = ObjectRecord(
      node: screen, kind: .view, parent: nil, identifier: "x", typeKey: "View")
    try archive.commit(ArchiveChanges(upserts: [record]), info: ArchiveInfo())
    let target = directory.path + "/previous.sqlite"
    for _ in 0..<2 {
      try Generation.keep(
        directory.path + "/state.sqlite", as: target, through: target + ".new")
    }
    try archive.commit(ArchiveChanges(deletions: [screen]), info: ArchiveInfo())
    #expect(directory.mode(of: "previous.sqlite") == 0o600)
    #expect(access(target + ".new", F_OK) != 0)
    #expect(try StateArchive(path: target, keys: keys).load() == [record])
  }
}
