import Foundation
import RepriseTesting
import Testing

@testable import Preservation

/// The mark of a dead launch, and the next launch's conclusions from it (contract 7.3, 7.4).
@Suite(.leavesMainActorAlone) struct CrashLoopGuardTests {
  private let directory: TemporaryHome
  private let path: String
  private let screen = NodeID(rawValue: 4_711)

  init() throws {
    directory = TemporaryHome()
    path = directory.path + "/launching"
  }

  /// Leaves the mark of a launch that dies, with the guardian's addition.
  private func die(
    at phase: CrashLoopMark.Phase, signal: Int32?, step: CrashLoopStep = CrashLoopStep(),
    after: Double = 0
  ) throws {
    let launch = CrashLoopGuard(path: path)
    launch.isGuarded = true
    try launch.begin(step)
    launch.note(screen)
    launch.enter(phase)
    guard let signal else { return }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    var note = Data()
    let time = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec) + UInt64(after * 1e9)
    withUnsafeBytes(of: signal.littleEndian) { note.append(contentsOf: $0) }
    withUnsafeBytes(of: time.littleEndian) { note.append(contentsOf: $0) }
    let descriptor = open(path, O_WRONLY)
    note.withUnsafeBytes {
      _ = pwrite(descriptor, $0.baseAddress, $0.count, off_t(CrashLoopGuard.signalOffset))
    }
    close(descriptor)
  }

  @Test(arguments: [nil, 6, 9] as [Int32?])
  func markRecordsTheCurrentPhase(_ signal: Int32?) throws {
    let step = CrashLoopStep(
      level: 1, leftOut: NodeID(rawValue: 12), suspicion: .object(screen), isAside: true)
    try die(at: .onScreen, signal: signal, step: step, after: 3)
    let mark = try #require(CrashLoopGuard(path: path).lastLaunch())
    #expect(mark.phase == .onScreen)
    #expect(mark.signal == signal)
    #expect(mark.node == screen)
    #expect(mark.isGuarded)
    #expect(mark.step == step)
    // With the guardian's time the duration counts; without it, the end may be as late as now.
    #expect(signal == nil ? mark.secondsThere < 2 : (3..<5).contains(mark.secondsThere))
    #expect(directory.mode(of: "launching") == 0o600)
  }

  @Test func markRecordsTheGuardian() throws {
    try die(at: .onScreen, signal: nil)
    #expect(CrashLoopGuard(path: path).lastLaunch()?.isGuarded == true)
    let launch = CrashLoopGuard(path: path)
    try launch.begin(CrashLoopStep(level: 1, leftOut: NodeID(rawValue: -1)))
    #expect(CrashLoopGuard(path: path).lastLaunch()?.isGuarded == false)
  }

  @Test(arguments: [nil, .unnamed, .object(NodeID(rawValue: 5))] as [CrashLoopStep.Place?])
  func aSuspicionIsCarriedOn(_ place: CrashLoopStep.Place?) throws {
    try die(at: .waiting, signal: nil, step: CrashLoopStep(suspicion: place))
    #expect(CrashLoopGuard(path: path).lastLaunch()?.step.suspicion == place)
  }

  /// A crash after restoration is weak evidence: the app's own data may be the cause.
  @Test func deathAfterRestorationBlamesNoObject() throws {
    let home = StateHome(path: directory.path + "/state")
    let store = StateStore(
      session: try home.openSession(named: "work"), keys: LoginKeyProvider())
    store.willRestore()
    store.noteRestoring(screen)
    store.didRestoreAll()
    var mark = try #require(store.launchGuard?.lastLaunch())
    mark.signal = SIGABRT
    #expect(mark.phase == .settingUp)
    #expect(mark.evidence == .weak)
  }

  @Test func aHealthyLaunchLeavesNothing() throws {
    try die(at: .restoring, signal: 6)
    let launch = CrashLoopGuard(path: path)
    try launch.begin(CrashLoopStep(level: 1))
    launch.end()
    launch.note(screen)
    launch.isGuarded = true
    #expect(CrashLoopGuard(path: path).lastLaunch() == nil)
  }

  @Test func incompleteMarkIsIgnored() throws {
    try die(at: .restoring, signal: nil)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for length in Array(0..<whole.count) {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(CrashLoopGuard(path: path).lastLaunch() == nil, "\(length) bytes")
    }
    try (whole + [0]).write(to: URL(fileURLWithPath: path))
    #expect(CrashLoopGuard(path: path).lastLaunch() == nil)
    try Data(count: whole.count).write(to: URL(fileURLWithPath: path))
    #expect(CrashLoopGuard(path: path).lastLaunch() == nil)
  }

  @Test func anyBytesParseOrAreIgnored() throws {
    try die(at: .restoring, signal: 6)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var numbers = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var bytes = whole
      for place in 8..<bytes.count { bytes[place] = .random(in: .min ... .max, using: &numbers) }
      bytes[8] = [0, 1, 2, 3, 4, 5][Int.random(in: 0..<6, using: &numbers)]
      bytes.replaceSubrange(9..<12, with: [0, 0, 0])
      try bytes.write(to: URL(fileURLWithPath: path))
      let step = CrashLoopStep.after(CrashLoopGuard(path: path).lastLaunch())
      #expect((0...1_000).contains(step.level))
    }
  }

  // MARK: - Which deaths are evidence

  private func evidence(
    _ phase: CrashLoopMark.Phase, _ signal: Int32?, seconds: Double = 0, isGuarded: Bool = true,
    named: Bool = true
  ) -> LaunchEvidence {
    CrashLoopMark(
      phase: phase, signal: signal, node: named ? screen : nil, secondsThere: seconds,
      isGuarded: isGuarded
    ).evidence
  }

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

  @Test(arguments: crashes) func crashDuringRestorationIsStrongEvidence(_ signal: Int32) {
    #expect(evidence(.restoring, signal) == .strong)
    #expect(evidence(.showing, signal) == .strong)
    #expect(evidence(.restoring, signal, named: false) == .weak)
    #expect(evidence(.settingUp, signal) == .weak, "the data may be what it died of")
    #expect(evidence(.onScreen, signal) == .weak)
    #expect(evidence(.waiting, signal) == .none, "nothing of the state was touched")
  }

  /// Then a key, a timer or a message was running, and nothing that came back.
  @Test(arguments: crashes, [5.0, 15, 3_600])
  func crashSecondsAfterFirstFrameIsNoEvidence(_ signal: Int32, _ seconds: Double) {
    #expect(evidence(.onScreen, signal, seconds: seconds) == .none)
    #expect(evidence(.onScreen, signal, seconds: seconds, named: false) == .none)
    #expect(evidence(.showing, signal, seconds: seconds) == .strong, "the first frame is not out")
    let step = CrashLoopStep(suspicion: .object(screen))
    let mark = CrashLoopMark(
      phase: .onScreen, signal: signal, node: screen, secondsThere: seconds, isGuarded: true,
      step: step)
    #expect(CrashLoopStep.after(mark).rung == .everything, "also after a first crash at this place")
  }

  @Test func watchdogDuringRestorationIsStrongEvidence() {
    #expect(evidence(.restoring, SIGALRM, seconds: 5) == .strong)
    #expect(evidence(.settingUp, SIGALRM, seconds: 5) == .weak)
    #expect(evidence(.waiting, SIGALRM, seconds: 5) == .none)
    #expect(evidence(.onScreen, SIGALRM, seconds: 5) == .none)
  }

  @Test(
    arguments: [.waiting, .restoring, .settingUp, .showing, .onScreen] as [CrashLoopMark.Phase])
  func orderlyEndIsNoCrash(_ phase: CrashLoopMark.Phase) {
    for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE] {
      #expect(evidence(phase, signal, seconds: 60) == .none)
    }
    for signal in [SIGKILL, nil] {
      for seconds in [0, 0.05, 1] {
        #expect(evidence(phase, signal, seconds: seconds) == .none, "too soon to notice a hang")
      }
    }
  }

  @Test(arguments: [SIGKILL, nil] as [Int32?])
  func killAfterALongTimeAtOnePlaceIsSuspicious(_ signal: Int32?) {
    #expect(evidence(.restoring, signal, seconds: 3) == .weak)
    #expect(evidence(.showing, signal, seconds: 3) == .weak)
    #expect(evidence(.settingUp, signal, seconds: 3) == .weak)
    #expect(evidence(.waiting, signal, seconds: 3) == .none)
    #expect(evidence(.onScreen, signal, seconds: 3) == .none)
  }

  @Test func withoutAGuardianTheCauseIsUnknown() {
    #expect(evidence(.restoring, nil, isGuarded: false) == .weak)
    #expect(evidence(.onScreen, nil, isGuarded: false) == .none)
  }

  // MARK: - The ladder

  private func mark(
    _ signal: Int32?, at node: NodeID?, _ step: CrashLoopStep,
    _ phase: CrashLoopMark.Phase = .restoring
  ) -> CrashLoopMark {
    CrashLoopMark(
      phase: phase, signal: signal, node: node, secondsThere: 0, isGuarded: true, step: step)
  }

  @Test func theLadderGoesDownStepByStep() {
    var step = CrashLoopStep.after(nil)
    #expect(step.rung == .everything)
    step = .after(mark(SIGABRT, at: screen, step))
    #expect(step.rung == .without(screen))
    step.isAside = true
    step = .after(mark(SIGABRT, at: NodeID(rawValue: 2), step))
    #expect(step.rung == .nothing)
    step.isAside = true
    step = .after(mark(SIGABRT, at: nil, step, .showing))
    #expect(step.rung == .nothingAgain)
    #expect(CrashLoopStep.after(mark(SIGABRT, at: nil, step, .showing)).rung == .nothingAgain)
  }

  @Test func weakEvidenceCountsOnlyTheSecondTime() {
    let first = CrashLoopStep.after(mark(SIGABRT, at: screen, CrashLoopStep(), .onScreen))
    #expect(first.rung == .everything)
    #expect(
      CrashLoopStep.after(mark(SIGABRT, at: screen, first, .onScreen)).rung == .without(screen))
    let elsewhere = CrashLoopStep.after(mark(SIGABRT, at: nil, first, .onScreen))
    #expect(elsewhere.rung == .everything, "another place")
    #expect(CrashLoopStep.after(mark(SIGABRT, at: nil, elsewhere, .onScreen)).rung == .nothing)
  }

  /// Usable by the fourth launch (reliability T10).
  @Test func onTheLadderASuspicionIsEnough() {
    let step = CrashLoopStep(level: 1, leftOut: screen, isAside: true)
    #expect(CrashLoopStep.after(mark(SIGABRT, at: nil, step, .onScreen)).rung == .nothing)
  }

  @Test func deathWithoutEvidenceRepeatsTheStep() {
    let step = CrashLoopStep(
      level: 1, leftOut: screen, suspicion: .unnamed, isAside: true)
    #expect(CrashLoopStep.after(mark(SIGKILL, at: screen, step)) == step)
    let clean = CrashLoopStep(level: 2, isAside: true)
    #expect(CrashLoopStep.after(mark(SIGKILL, at: nil, clean)).rung == .everything)
    #expect(CrashLoopStep.after(mark(SIGKILL, at: nil, CrashLoopStep(level: 2))).rung == .nothing)
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
