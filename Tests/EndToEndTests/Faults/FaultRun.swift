import Foundation
import Inventory
import Reprise
import RepriseTesting

/// One run of a script in which something happens at one call.
struct FaultRun {
  /// What happens.
  enum Fault: CustomStringConvertible {
    /// The program is killed before the call is carried out.
    case kill
    /// The call fails.
    case error(String, isLasting: Bool)

    /// How often an interrupted call is interrupted again, where that lasts: one that always is
    /// cannot be waited for.
    private static let interruptions = 100

    /// The same for strace, at a call of a number and where that lasts from it on.
    func words(at number: Int) -> String {
      switch self {
      case .kill: "signal=KILL:when=\(number)"
      case .error(let name, isLasting: false): "error=\(name):when=\(number)"
      case .error("EINTR", isLasting: true):
        "error=EINTR:when=\(number)..\(number + Self.interruptions - 1)"
      case .error(let name, isLasting: true): "error=\(name):when=\(number)+"
      }
    }

    /// Whether only one call fails.
    var isSingleError: Bool {
      if case .error(_, isLasting: false) = self { true } else { false }
    }

    /// Whether it goes on until strace lets go of the program.
    var isLasting: Bool {
      if case .error(_, isLasting: true) = self { true } else { false }
    }

    var description: String {
      switch self {
      case .kill: "killed at"
      case .error(let name, let isLasting): "\(name) \(isLasting ? "from then on" : "once") at"
      }
    }
  }

  /// How a run went that went as it should.
  enum Outcome: String, CaseIterable {
    /// The call was not made this time.
    case notReached = "not reached"
    /// The program was killed, and all was there again.
    case cameBack = "came back"
    /// The person noticed nothing.
    case unnoticed = "unnoticed"
    /// The program said so and went on.
    case said = "said so"
    /// The program said why it cannot start.
    case declined = "declined to start"
  }

  let scenario: FaultScenario
  let point: CallPoint
  let fault: Fault

  /// Goes through the script; gives how it went.
  ///
  /// - Throws: ``Unlike`` and others when something is not as it should be.
  func perform() throws -> Outcome {
    let home = try scenario.home()
    let what = fault.words(at: point.number)
    let app = try TracedApp(
      home, point.arguments(home: home.path, doing: what), isFast: fault.isSingleError)
    defer { app.end() }
    var glass = Glass(app, scenario.pictures)
    do {
      for end in [0] + scenario.script.looks {
        switch try glass.look(after: end, of: scenario.script.keys) {
        case .asExpected, .trouble: continue
        case .unlike: throw Unlike(text: "nothing says why this is on the glass")
        case .ended(let status): return try ended(status, home, app, glass)
        }
      }
      // What is done after a pause is done now.
      if glass.troubles.isEmpty { usleep(300_000) }
      if app.hasEnded(app.process.picture) {
        return try ended(app.waitForExit(), home, app, glass)
      }
      if case .kill = fault { return .notReached }
      return try went(home, app, glass)
    } catch {
      // Calls that can only be counted are hurt in every thread: one that wakes another thread, say,
      // and has nothing to do with files.
      if point.file == nil, app.wasReached(outside: home.path) { return .notReached }
      throw Unlike(text: report("\(error)", app, glass))
    }
  }

  private func report(_ problem: String, _ app: TracedApp, _ glass: Glass) -> String {
    """
    \(fault) \(point), \(scenario.name), seed \(FaultScenario.seed), after \(glass.pressed) of \
    the keys \(KeyScript.text(of: scenario.script.keys)): \(problem)
    said before: \(glass.troubles)
    done to: \(app.harm.last ?? "nothing")
    on the glass:
    \(app.process.picture.text)
    what was expected:
    \(scenario.pictures[glass.pressed].text)
    """
  }

  // MARK: - It ended

  private func ended(
    _ status: ProcessEnd, _ home: Home, _ app: TracedApp, _ glass: Glass
  ) throws -> Outcome {
    switch (fault, status) {
    case (.kill, .exited(137)), (.kill, .signaled(9)):
      try expectReadable(home)
      try expectReturn(to: home, from: max(0, glass.agreed), upTo: glass.pressed)
      return .cameBack
    case (.error, .exited(let status)) where glass.agreed < 0 && Self.refusals.contains(status):
      let lines = app.process.picture.lines.filter { !$0.isEmpty }
      guard lines.count(where: { $0.hasPrefix("keepsake: ") }) == 1 else {
        throw Unlike(text: "it has exited with \(status) without one clear line")
      }
      try expectReturn(to: home, from: 0, upTo: 0)
      return .declined
    default:
      throw Unlike(text: "the program has \(status)")
    }
  }

  /// The exit statuses of a program that cannot get at its files.
  private static let refusals: Set<Int32> = [66, 73, 74, 77]

  /// Who only looks sees what is there, or that nothing is there yet.
  private func expectReadable(_ home: Home) throws {
    for command in [["list"], ["state", "verify"]] {
      let result = try home.run(command)
      guard [0, 66].contains(result.status) else {
        throw Unlike(text: "\(command): \(result.status) \(result.text) \(result.errors)")
      }
    }
  }

  /// Opens the program again: what was last on the glass is there, or what came next.
  private func expectReturn(to home: Home, from first: Int, upTo last: Int) throws {
    let allowed = scenario.pictures[first...last].map(\.visible)
    let shown = try picture(after: allowed, in: home)
    // A launch that died before its first frame may have died of the state: that is kept aside.
    let isAside = first == 0 && Self.isAside(shown)
    guard allowed.contains(shown.visible) || isAside else {
      throw Unlike(
        text: "what comes back is none of the pictures \(first)...\(last):\n\(shown.text)\n"
          + "the nearest: \(Self.nearest(to: shown.visible, of: allowed))")
    }
    try expectSound(home)
  }

  private static func nearest(to picture: TerminalPicture, of allowed: [TerminalPicture]) -> String
  {
    allowed.compactMap(picture.difference).min { $0.count < $1.count } ?? ""
  }

  /// What a home opens with; waited for until it is one of some pictures.
  private func picture(after allowed: [TerminalPicture], in home: Home) throws -> TerminalPicture {
    let again = try home.launch()
    _ = try? again.wait(timeout: .seconds(20)) {
      allowed.contains($0.visible) || Self.isAside($0) || again.reap() != nil
    }
    let shown = try again.waitUntilIdle()
    try again.killEverything()
    return shown
  }

  private static func isAside(_ picture: TerminalPicture) -> Bool {
    picture.lines.last?.contains("Old state kept in ") == true
  }

  /// Checks what lies on the disk.
  private func expectSound(_ home: Home) throws {
    let verdict = try home.run(["state", "verify"])
    guard verdict.status == 0 else {
      throw Unlike(text: "state verify: \(verdict.status) \(verdict.text) \(verdict.errors)")
    }
    try InventoryStore(directory: home.data, access: .read).database.checkIntegrity()
    _ = try DraftStore(directory: home.data, access: .read).drafts()
  }

  // MARK: - It goes on

  private func went(_ home: Home, _ app: TracedApp, _ glass: Glass) throws -> Outcome {
    let outcome: Outcome =
      !app.wasReached(in: home.path) ? .notReached : glass.troubles.isEmpty ? .unnoticed : .said
    try expectAnswer(app.process)
    if fault.isLasting {
      try expectOldStateIntact(home, glass)
      try app.detach()
    }
    try expectHealed(app.process)
    let last = app.process.picture.visible
    // A killed program has not let go of everything as long as strace looks at its threads.
    app.end()
    try app.process.killEverything()
    let again = try home.open()
    guard again.picture.visible == last else {
      throw Unlike(
        text: "after the fault was over, what was on the glass does not come back: "
          + (again.picture.visible.difference(from: last) ?? ""))
    }
    try again.killEverything()
    try expectSound(home)
    return outcome
  }

  /// Presses the key for help, and the one that closes it.
  private func expectAnswer(_ process: PTYProcess) throws {
    let help = "keys for this screen"
    func press(_ key: String, until isThere: Bool) throws {
      process.type(UserEvent.bytes(of: KeyScript(key).keys))
      try process.wait { $0.text.contains(help) == isThere }
    }
    if process.picture.text.contains(help) { try press("<Esc>", until: false) }
    try press("<F1>", until: true)
    try press("<Esc>", until: false)
  }

  /// Checks that a copy of the home, as a kill would leave it now, can be worked with.
  ///
  /// A refusal that was shown before the calls failed comes back with the rest.
  private func expectOldStateIntact(_ home: Home, _ glass: Glass) throws {
    let copy = try Self.copy(of: home)
    let again = try copy.open()
    let trouble = Glass.trouble(in: again.picture)
    let refusals = scenario.pictures[...glass.pressed].compactMap(Glass.trouble)
    guard trouble.map(refusals.contains) ?? true, !Self.isAside(again.picture) else {
      throw Unlike(text: "the old state is not intact:\n\(again.picture.text)")
    }
    try expectAnswer(again)
    try again.killEverything()
    try expectSound(copy)
  }

  /// A home as it is while the program goes on: a file that SQLite removes meanwhile is not in it.
  private static func copy(of home: Home) throws -> Home {
    for _ in 0..<20 {
      if let copy = try? Home(copying: home.path) { return copy }
      usleep(50_000)
    }
    return try Home(copying: home.path)
  }

  /// Waits until nothing is red any more, which needs no key.
  private func expectHealed(_ process: PTYProcess) throws {
    try expectNoTrouble(process)
    try expectAnswer(process)
    // A call whose turn had not come in the script may have failed with these keys.
    try expectNoTrouble(process)
    try process.waitUntilIdle()
  }

  private func expectNoTrouble(_ process: PTYProcess) throws {
    do {
      // What has lasted long is tried again once a minute.
      try process.wait(timeout: .seconds(70)) { Glass.trouble(in: $0) == nil }
    } catch {
      throw Unlike(text: "the fault is over, the warning is not")
    }
  }
}
