import Foundation
import Inventory
import Reprise
import RepriseTesting

/// One run of a script with a fault at one call.
struct FaultRun {
  /// The kind of fault.
  enum Fault: CustomStringConvertible {
    /// The program is killed before the call is carried out.
    case kill
    /// The call fails.
    case error(String, isLasting: Bool)

    /// How often a lasting interruption repeats: a call that is interrupted forever would never return.
    private static let interruptions = 100

    /// The fault in strace's syntax, at a call's number and, if it lasts, from there on.
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

    /// Whether the fault lasts until strace detaches.
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

  /// The outcome of a successful run.
  enum Outcome: String, CaseIterable {
    /// The call wasn't made in this run.
    case notReached = "not reached"
    /// The program was killed, and everything was restored.
    case cameBack = "came back"
    /// Nothing was visible.
    case unnoticed = "unnoticed"
    /// The program reported the failure and continued.
    case said = "said so"
    /// The program reported why it can't start.
    case declined = "declined to start"
  }

  let scenario: FaultScenario
  let point: CallPoint
  let fault: Fault

  /// Runs the script and returns the outcome.
  ///
  /// - Throws: ``Unlike`` and other errors if anything differs from the expectation.
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
        case .unlike: throw Unlike(text: "no message explains this screen")
        case .ended(let status): return try ended(status, home, app, glass)
        }
      }
      // Wait for work that the app does when idle.
      if glass.troubles.isEmpty { usleep(300_000) }
      if app.hasEnded(app.process.picture) {
        return try ended(app.waitForExit(), home, app, glass)
      }
      if case .kill = fault { return .notReached }
      return try went(home, app, glass)
    } catch {
      // A fault that is selected only by its number hits every thread, including threads that have nothing to do with
      // files.
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
    expected:
    \(scenario.pictures[glass.pressed].text)
    """
  }

  // MARK: - The program ended

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
        throw Unlike(text: "the program exited with \(status) without one clear line")
      }
      try expectReturn(to: home, from: 0, upTo: 0)
      return .declined
    default:
      throw Unlike(text: "the program ended: \(status)")
    }
  }

  /// The exit statuses of a program that can't access its files.
  private static let refusals: Set<Int32> = [66, 73, 74, 77]

  /// Expects that read-only commands find the data, or no inventory yet.
  private func expectReadable(_ home: Home) throws {
    for command in [["list"], ["state", "verify"]] {
      let result = try home.run(command)
      guard [0, 66].contains(result.status) else {
        throw Unlike(text: "\(command): \(result.status) \(result.text) \(result.errors)")
      }
    }
  }

  /// Reopens the program and expects the last confirmed screen, or a later one.
  private func expectReturn(to home: Home, from first: Int, upTo last: Int) throws {
    let allowed = Array(scenario.pictures[first...last])
    let shown = try picture(after: allowed, in: home)
    // A launch that died before its first frame may have died of the state, which is then quarantined.
    let isAside = first == 0 && Self.isAside(shown)
    guard allowed.contains(shown.comparable) || isAside else {
      throw Unlike(
        text: "the restored screen matches no picture of \(first)...\(last):\n\(shown.text)\n"
          + "the nearest: \(Self.nearest(to: shown.comparable, of: allowed))")
    }
    try expectSound(home)
  }

  private static func nearest(to picture: TerminalPicture, of allowed: [TerminalPicture]) -> String
  {
    allowed.compactMap(picture.difference).min { $0.count < $1.count } ?? ""
  }

  /// The screen that a home opens with, after waiting until it is one of the allowed ones.
  private func picture(after allowed: [TerminalPicture], in home: Home) throws -> TerminalPicture {
    let again = try home.launch()
    _ = try? again.wait(timeout: .seconds(20)) {
      allowed.contains($0.comparable) || Self.isAside($0) || again.reap() != nil
    }
    let shown = try again.waitUntilIdle()
    try again.killEverything()
    return shown
  }

  private static func isAside(_ picture: TerminalPicture) -> Bool {
    picture.lines.last?.contains("Old state kept in ") == true
  }

  /// Checks the files on disk.
  private func expectSound(_ home: Home) throws {
    let verdict = try home.run(["state", "verify"])
    guard verdict.status == 0 else {
      throw Unlike(text: "state verify: \(verdict.status) \(verdict.text) \(verdict.errors)")
    }
    try InventoryStore(directory: home.data, access: .read).database.checkIntegrity()
    _ = try DraftStore(directory: home.data, access: .read).drafts()
  }

  // MARK: - The program continued

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
    // While strace traces its threads, a killed program keeps some resources.
    app.end()
    try app.process.killEverything()
    let again = try home.open()
    guard again.picture.visible == last else {
      throw Unlike(
        text: "after the fault ended, the screen is not restored: "
          + (again.picture.visible.difference(from: last) ?? ""))
    }
    try again.killEverything()
    try expectSound(home)
    return outcome
  }

  /// Opens and closes the help.
  private func expectAnswer(_ process: PTYProcess) throws {
    let help = "type to find a key"
    func press(_ key: String, until isThere: Bool) throws {
      process.type(UserEvent.bytes(of: KeyScript(key).keys))
      try process.wait { $0.text.contains(help) == isThere }
    }
    if process.picture.text.contains(help) { try press("<Esc>", until: false) }
    try press("<F1>", until: true)
    try press("<Esc>", until: false)
  }

  /// Checks that a copy of the home, as a kill now would leave it, works.
  ///
  /// A refusal that was shown before the calls failed is restored as well.
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

  /// A copy of the home of a running program, without files that SQLite removes meanwhile.
  private static func copy(of home: Home) throws -> Home {
    for _ in 0..<20 {
      if let copy = try? Home(copying: home.path) { return copy }
      usleep(50_000)
    }
    return try Home(copying: home.path)
  }

  /// Waits until no warning is left, without a key press.
  private func expectHealed(_ process: PTYProcess) throws {
    try expectNoTrouble(process)
    try expectAnswer(process)
    // A call that the script didn't reach may have failed on these keys.
    try expectNoTrouble(process)
    try process.waitUntilIdle()
  }

  private func expectNoTrouble(_ process: PTYProcess) throws {
    do {
      // Lasting failures are retried once a minute.
      try process.wait(timeout: .seconds(70)) { Glass.trouble(in: $0) == nil }
    } catch {
      throw Unlike(text: "the fault ended, but not the warning")
    }
  }
}
