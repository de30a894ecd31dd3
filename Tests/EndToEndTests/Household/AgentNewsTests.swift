import Foundation
import LoginSupport
import RepriseTesting
import TestSupport
import Testing

/// The agent notifies the user of relevant changes once, and their text can't run anything.
@Suite(.waitsForProcesses) struct AgentNewsTests {
  private let anna: Home
  private let ben: Home
  private let code: String

  init() throws {
    (anna, ben) = (try Home(isEmpty: true), try Home(isEmpty: true))
    let made = try anna.run([
      "household", "create", TestDatabase().address, "--name=-Anna <i>",
    ])
    code = made.text.trimmingCharacters(in: .newlines)
    try ben.join(code, as: "Ben")
  }

  /// A directory with a program that appends its arguments and its input to a file.
  private func desktop(_ name: String = "notify-send") throws -> [String: String] {
    let directory = ben.path + "/bin"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let script = """
      { printf '[%s]' "$@"; cat; printf '\\036'; } > \(ben.path)/call.$$
      cat \(ben.path)/call.$$ >> \(ben.path)/calls
      """
    try Script.write(script, to: "\(directory)/\(name)")
    return [
      "PATH": "\(directory):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
    ]
  }

  private var calls: [Substring] {
    let text = (try? String(contentsOfFile: ben.path + "/calls", encoding: .utf8)) ?? ""
    return text.split(separator: "\u{1E}")
  }

  private func configure(_ text: String) throws {
    let directory = ben.path + "/.config/keepsake"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try text.write(toFile: directory + "/config.toml", atomically: true, encoding: .utf8)
  }

  private func add(_ names: String..., to home: Home) throws {
    // Numbers assigned by two homes at once are reassigned, which would be a change as well.
    #expect(try home.run(["household", "status"]).status == 0)
    for name in names {
      let added = try home.run(["add", "--", name])
      #expect(added.status == 0, "\(added.errors)")
    }
    #expect(try home.run(["household", "status"]).status == 0)
  }

  private func expect(_ count: Int, _ last: String) {
    #expect(Wait.until { calls.count >= count })
    #expect(calls.count == count && calls.last.map(String.init) == last, "\(calls)")
  }

  @Test func simultaneousChangesMakeOneSafeNotification() throws {
    let agent = try AgentProcess(ben, environment: desktop())
    _ = try agent.companion(of: agent.newWorker())
    try add(
      "--urgency=critical <b>&", "--urgency=critical <b>&", "--urgency=critical <b>&", to: anna)
    let name = "--urgency=critical &lt;b&gt;&amp;"
    expect(
      1,
      "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added 3 items: "
        + "\(name), \(name) and one more]")
  }

  @Test func nothingIsReportedTwiceAndNoOwnChanges() throws {
    let agent = try AgentProcess(ben, environment: desktop())
    let first = try agent.newWorker()
    _ = try agent.companion(of: first)
    try add("AAA kettle", to: ben)
    try add("AAA samovar", to: anna)
    expect(1, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA samovar]")
    kill(first, SIGKILL)
    _ = try agent.companion(of: agent.newWorker(after: first))
    try add("AAA teapot", to: anna)
    expect(2, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA teapot]")
    // Changes from the user's other machine aren't news either.
    let second = try Home(isEmpty: true)
    try second.join(code, as: "Ben")
    try add("AAA cup", to: second)
    #expect(try ben.comesToHave("AAA cup"))
    try add("AAA plate", to: anna)
    expect(3, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA plate]")
  }

  @Test func changesShownInAWindowAreNotReported() throws {
    let window = try ben.open()
    _ = try AgentProcess.companion(of: #require(window.app))
    let agent = try AgentProcess(ben, environment: desktop())
    let worker = try agent.newWorker()
    try expectOnlyWhatComesAfter(window, agent, worker)
  }

  @Test func changesInAnOpenWindowAreNotReported() throws {
    let agent = try AgentProcess(ben, environment: desktop())
    let worker = try agent.newWorker()
    _ = try agent.companion(of: worker)
    let window = try ben.open()
    _ = try AgentProcess.companion(of: #require(window.app))
    try expectOnlyWhatComesAfter(window, agent, worker)
  }

  /// The agent delays its notification, and a window opens meanwhile.
  @Test func changesShownMeanwhileAreNotReported() throws {
    let agent = try AgentProcess(ben, environment: desktop())
    let worker = try agent.newWorker()
    _ = try agent.companion(of: worker)
    for round in 0..<5 {
      try anna.addAndSend("AAA samovar \(round)")
      #expect(try ben.comesToHave("AAA samovar \(round)"))
      kill(worker, SIGSTOP)
      defer { kill(worker, SIGCONT) }
      // A busy agent may have notified already.
      guard calls.count == round else { continue }
      let window = try ben.open()
      kill(worker, SIGCONT)
      usleep(5_000_000)
      #expect(calls.count == round, "\(calls)")
      try window.killEverything()
      return
    }
  }

  /// Expects the agent to report changes after a window closes, and none that the window showed.
  private func expectOnlyWhatComesAfter(
    _ window: PTYProcess, _ agent: AgentProcess, _ worker: pid_t
  ) throws {
    try add("AAA samovar", to: anna)
    try window.wait(for: "AAA samovar")
    try window.killEverything()
    _ = try agent.companion(of: worker)
    try add("AAA teapot", to: anna)
    expect(1, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA teapot]")
  }

  @Test func notificationCommandReadsTheText() throws {
    let environment = try desktop("tell")
    try configure("notify-command = [\"tell\", \"-s\", \"a b; c\"]")
    let agent = try AgentProcess(ben, environment: environment)
    _ = try agent.companion(of: agent.newWorker())
    try add("AAA samovar", to: anna)
    expect(1, "[-s][a b; c]-Anna <i> added AAA samovar\n")
    try configure("notify = \"none\"")
    try add("AAA teapot", to: anna)
    #expect(try ben.comesToHave("AAA teapot"))
    usleep(4_000_000)
    #expect(calls.count == 1, "\(calls)")
  }

  // MARK: - Sound

  /// A player that records what it plays, next to the desktop's program.
  private func player(_ script: String = "") throws -> [String: String] {
    let environment = try desktop()
    try Script.write(
      "echo $$ > \(ben.path)/player; echo \"$1\" >> \(ben.path)/played\n\(script)",
      to: "\(ben.path)/bin/pw-play")
    try Data("sound".utf8).write(to: URL(filePath: ben.path + "/bell.oga"))
    try configure("notify-sound = \"\(ben.path)/bell.oga\"")
    return environment
  }

  private var played: Int {
    let text = (try? String(contentsOfFile: ben.path + "/played", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0 == "\(ben.path)/bell.oga" }.count
  }

  /// The agent has no screen, so it plays in the background (item 396).
  @Test func rule_8_8_7_eachNotificationPlaysOnce() throws {
    let agent = try AgentProcess(ben, environment: player())
    _ = try agent.companion(of: agent.newWorker())
    try add("AAA samovar", to: anna)
    #expect(Wait.until { played == 1 && calls.count == 1 })
    // Neither the player nor the process that watches calls keeps running.
    #expect(Wait.until { agent.children.count == 1 })
    try configure("")
    try add("AAA teapot", to: anna)
    expect(2, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA teapot]")
    #expect(played == 1)
  }

  @Test func rule_8_8_8_notificationsAreSilentDuringACall() throws {
    let bus = try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"))
    bus.say("ring")
    var environment = try player()
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
    let agent = try AgentProcess(ben, environment: environment)
    _ = try agent.companion(of: agent.newWorker())
    try add("AAA samovar", to: anna)
    expect(1, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA samovar]")
    // The text may be shown long before the sound plays.
    try bus.waitUntilAskedOfTheCall()
    bus.say("hang")
    try add("AAA teapot", to: anna)
    #expect(Wait.until { played == 1 && calls.count == 2 })
  }

  @Test func endingTheAgentEndsTheSound() throws {
    let environment = try player("exec sleep 100000")
    let agent = try AgentProcess(ben, environment: environment)
    _ = try agent.companion(of: agent.newWorker())
    try add("AAA samovar", to: anna)
    #expect(Wait.until { played == 1 })
    let number = try String(contentsOfFile: ben.path + "/player", encoding: .utf8)
    let player = try #require(pid_t(number.trimmingCharacters(in: .newlines)))
    #expect(kill(player, 0) == 0)
    kill(agent.identifier, SIGTERM)
    #expect(agent.status() != nil)
    #expect(Wait.until { kill(player, 0) != 0 })
  }

  @Test func missingSoundIsLoggedOnceAndTheTextShown() throws {
    let environment = try player()
    unlink(ben.path + "/bell.oga")
    let agent = try AgentProcess(ben, environment: environment)
    _ = try agent.companion(of: agent.newWorker())
    for (count, name) in [(1, "samovar"), (2, "teapot")] {
      try add("AAA \(name)", to: anna)
      expect(count, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA \(name)]")
    }
    let line = "notify-sound: \(ben.path)/bell.oga: No such file or directory"
    #expect(agent.messages.components(separatedBy: line).count == 2, "\(agent.messages)")
  }

  // MARK: - Due dates

  private func day(after days: Double) -> String {
    ISO8601DateFormatter.string(
      from: Date(timeIntervalSinceNow: days * 86_400), timeZone: .gmt, formatOptions: .withFullDate)
  }

  @Test func overdueLoanIsReportedOnce() throws {
    let late = day(after: -3)
    for words in [
      ["AAA drill", "lent_to=Max <b>", "due_back=\(late)"],
      ["AAA tent", "lent_to=Eva", "due_back=\(day(after: 3))"],
      ["AAA saw", "due_back=\(late)", "sold_date=\(late)"],
    ] {
      let added = try ben.run(["add"] + words)
      #expect(added.status == 0, "\(added.errors)")
    }
    let agent = try AgentProcess(ben, environment: desktop())
    let first = try agent.newWorker()
    expect(
      1,
      "[--app-name=Keepsake][--][Keepsake][AAA drill was due back from Max &lt;b&gt; on \(late)]")
    kill(first, SIGKILL)
    _ = try agent.companion(of: agent.newWorker(after: first))
    try add("AAA samovar", to: anna)
    expect(2, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA samovar]")
  }

  @Test func newDueDatesDoNotRepeatOldReports() throws {
    let (late, soon) = (day(after: -3), day(after: 10))
    #expect(try ben.run(["household", "leave"]).status == 0)
    func lend(_ name: String) throws {
      let added = try ben.run([
        "add", name, "lent_to=Max", "due_back=\(late)", "warranty_until=\(soon)",
      ])
      #expect(added.status == 0, "\(added.errors)")
    }
    let names = ["AAA drill", "AAA tent", "AAA saw"]
    try lend(names[0])
    let agent = try AgentProcess(ben, environment: desktop())
    var worker = try agent.newWorker()
    #expect(Wait.until { calls.count >= 2 })
    for name in names.dropFirst() {
      try lend(name)
      let count = calls.count
      kill(worker, SIGKILL)
      worker = try agent.newWorker(after: worker)
      #expect(Wait.until { calls.count >= count + 2 })
    }
    #expect(
      calls.map(String.init).sorted()
        == names.flatMap { name in
          [
            "[--app-name=Keepsake][--][Keepsake][\(name) was due back from Max on \(late)]",
            "[--app-name=Keepsake][--][Keepsake][The warranty of \(name) ends on \(soon)]",
          ]
        }.sorted())
  }

  /// The passphrase is set, not entered afterwards, and removed again.
  @Test func dueDateIsReportedOnceDespitePassphraseChanges() throws {
    let late = day(after: -3)
    #expect(try ben.run(["household", "leave"]).status == 0)
    let added = try ben.run(["add", "AAA drill", "lent_to=Max", "due_back=\(late)"])
    #expect(added.status == 0, "\(added.errors)")
    let agent = try AgentProcess(ben, environment: desktop())
    var worker = try agent.newWorker()
    expect(1, "[--app-name=Keepsake][--][Keepsake][AAA drill was due back from Max on \(late)]")
    let memory = ben.state + "/agent.json"
    func isReadable() throws -> Bool {
      String(decoding: try Data(contentsOf: URL(filePath: memory)), as: UTF8.self).contains(late)
    }
    /// A new worker checks at once, and reports what comes later.
    func expectOnly(_ count: Int, _ name: String) throws {
      kill(worker, SIGKILL)
      worker = try agent.newWorker(after: worker)
      let added = try ben.run(["add", "AAA \(name)", "warranty_until=\(day(after: 10))"])
      #expect(added.status == 0, "\(added.errors)")
      kill(worker, SIGKILL)
      worker = try agent.newWorker(after: worker)
      expect(
        count,
        "[--app-name=Keepsake][--][Keepsake][The warranty of AAA \(name) ends on \(day(after: 10))]"
      )
    }
    #expect(try isReadable())
    let passphrase = Data("correct horse\n".utf8)
    #expect(try ben.run(["passphrase"], input: passphrase).status == 0)
    #expect(try !isReadable())
    try expectOnly(2, "kettle")
    #expect(try !isReadable())
    #expect(try ben.run(["passphrase", "--remove"], input: passphrase).status == 0)
    #expect(try isReadable())
    try expectOnly(3, "teapot")
    #expect(try isReadable())
  }

  @Test func dueDatesAreReportedWithoutAHousehold() throws {
    let late = day(after: -3)
    #expect(try ben.run(["household", "leave"]).status == 0)
    let added = try ben.run(["add", "AAA drill", "lent_to=Max", "due_back=\(late)"])
    #expect(added.status == 0, "\(added.errors)")
    let agent = try AgentProcess(ben, environment: desktop())
    _ = try agent.newWorker()
    expect(1, "[--app-name=Keepsake][--][Keepsake][AAA drill was due back from Max on \(late)]")
  }

  /// Also before any other program has applied the content limits.
  @Test func hiddenItemsAreNotReported() throws {
    let (late, soon) = (day(after: -3), day(after: 10))
    #expect(try ben.run(["household", "leave"]).status == 0)
    for words in [
      ["AAA film", "rating=film:FSK 16", "lent_to=Max", "due_back=\(late)"],
      ["AAA series", "rating=series:FSK 16", "warranty_until=\(soon)"],
      ["AAA drill", "lent_to=Max", "due_back=\(late)"],
    ] {
      let added = try ben.run(["add"] + words)
      #expect(added.status == 0, "\(added.errors)")
    }
    try configure("")
    try "[com.apple.content-rating]\nMovieRating = 340\nTVShowRating = 340\n".write(
      toFile: ben.path + "/.config/keepsake/restrictions.toml", atomically: true, encoding: .utf8)
    let agent = try AgentProcess(ben, environment: desktop())
    _ = try agent.newWorker()
    expect(1, "[--app-name=Keepsake][--][Keepsake][AAA drill was due back from Max on \(late)]")
  }

  @Test func endingWarrantyIsReportedOnce() throws {
    let soon = day(after: 10)
    let added = try ben.run(["add", "AAA drill", "warranty_until=\(soon)"])
    #expect(added.status == 0, "\(added.errors)")
    let environment = try desktop()
    let agent = try AgentProcess(ben, environment: environment)
    let first = try agent.newWorker()
    expect(1, "[--app-name=Keepsake][--][Keepsake][The warranty of AAA drill ends on \(soon)]")
    kill(first, SIGKILL)
    _ = try agent.companion(of: agent.newWorker(after: first))
    try add("AAA samovar", to: anna)
    expect(2, "[--app-name=Keepsake][--][Keepsake][-Anna &lt;i&gt; added AAA samovar]")
  }
}
