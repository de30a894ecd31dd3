@testable import RepriseSystem
import Foundation
import LoginSupport
import RepriseTesting
import TestSupport
import Testing

@testable import Reprise

/// Sounds, played by scripts that write down who they are.
@Suite(.waitsForProcesses) final class AudioSessionTests {
  private let folder = NSTemporaryDirectory() + "sounds-\(UUID().uuidString)"
  private var sound: String { folder + "/bell.oga" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("sound".utf8).write(to: URL(fileURLWithPath: sound))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A program that notes its number and its last words, and does something then.
  private func player(_ name: String, _ script: String) throws {
    let note =
      "echo \"$$ \(name) $*\" >> \(folder)/calls.new; cp \(folder)/calls.new \(folder)/calls"
    try Script.write("\(note)\n\(script)", to: "\(folder)/\(name)")
  }

  /// The started programs: a number, a name and arguments each.
  private var calls: [[String]] {
    let text = (try? String(contentsOfFile: folder + "/calls", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  private func session(
    _ login: TestLogin? = nil, companion: String? = nil, longest: Double = 100_000,
    timeout: Double = 100_000
  ) -> AudioSession {
    let variables = [
      "PATH": "\(folder):/usr/bin:/bin",
      LoginWatch.busVariable: login?.address ?? "unix:path=/nowhere",
      LoginWatch.companionVariable: companion ?? PTYProcess.path(ofProduct: "reprise-logind"),
    ]
    return AudioSession(environment: variables, longest: longest, timeout: timeout)
  }

  /// Plays a sound, and does something once it is heard.
  private func play(
    _ session: AudioSession, whileItSounds action: (() -> Void)? = nil
  ) async throws -> AudioSession.Outcome {
    let (stream, continuation) = AsyncStream<AudioSession.Outcome>.makeStream()
    session.play(sound) { continuation.yield($0) }
    if let action {
      try #require(try await Wait.until { !calls.isEmpty }, "nothing plays")
      action()
    }
    var outcomes = stream.makeAsyncIterator()
    return try #require(await outcomes.next())
  }

  private func expectNobodyPlays() throws {
    for call in calls {
      let number = try #require(pid_t(call[0]))
      #expect(kill(number, 0) != 0 && errno == ESRCH, "\(call)")
    }
  }

  private static func login() throws -> TestLogin {
    try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"))
  }

  // MARK: - A sound

  @Test func rule_8_8_7_aPlayerRunsForASoundAndNotBeforeOrAfter() async throws {
    try player("pw-play", "exit 0")
    let session = session()
    #expect(calls.isEmpty && !session.isActive)
    #expect(try await play(session) == .played)
    #expect(calls.map { $0.dropFirst().joined(separator: " ") } == ["pw-play \(sound)"])
    #expect(!session.isActive)
    try expectNobodyPlays()
  }

  @Test func rule_8_8_7_whatSoundsTooLongIsEndedAndSoIsWhatThePersonEnds() async throws {
    try player("pw-play", "exec sleep 100000")
    #expect(try await play(session(longest: 0.05)) == .played)
    try expectNobodyPlays()
    unlink(folder + "/calls")
    let session = session()
    #expect(try await play(session) { session.deactivate() } == .ended)
    try expectNobodyPlays()
  }

  @Test func theNextPlayerIsTriedWhereOneCannot() async throws {
    try player("pw-play", "exit 1")
    try player("aplay", "exit 0")
    #expect(try await play(session()) == .played)
    #expect(
      calls.map { $0.dropFirst().joined(separator: " ") } == [
        "pw-play \(sound)", "aplay -q \(sound)",
      ])
    try player("aplay", "kill -9 $$")
    #expect(try await play(session()) == .failed("no program could play the sound"))
  }

  @Test func onlyOneSoundPlaysAtATime() async throws {
    try player("pw-play", "exec sleep 100000")
    let session = session()
    var second: AudioSession.Outcome?
    let first = try await play(session) {
      session.play(self.sound) { second = $0 }
      session.deactivate()
    }
    #expect(first == .ended && second == .withheld)
    #expect(calls.count == 1)
  }

  @Test func nonSoundFileIsRefused() async throws {
    try player("pw-play", "exit 0")
    for (path, words) in [
      ("bell.oga", "the path is not absolute"), (folder, "it is not a regular file"),
      (folder + "/nothing", "No such file or directory"),
    ] {
      var outcome: AudioSession.Outcome?
      session().play(path) { outcome = $0 }
      #expect(outcome == .failed(words))
    }
    #expect(calls.isEmpty)
  }

  @Test func missingPlayerIsReported() throws {
    #expect(!AudioSession.canPlay(environment: ["PATH": folder]))
    var outcome: AudioSession.Outcome?
    AudioSession(environment: ["PATH": folder]).play(sound) { outcome = $0 }
    #expect(
      outcome == .failed("no sound player found: install one of pw-play, paplay, aplay"))
    try player("aplay", "")
    #expect(AudioSession.canPlay(environment: ["PATH": folder]))
  }

  // MARK: - Calls

  @Test func rule_8_8_8_whileSomebodyCallsNothingIsHeard() async throws {
    try player("pw-play", "exit 0")
    let login = try Self.login()
    login.say("ring")
    #expect(try await play(session(login)) == .withheld)
    #expect(calls.isEmpty)
    login.say("hang")
    #expect(try await play(session(login)) == .played)
  }

  @Test func rule_8_8_8_aCallEndsWhatSounds() async throws {
    try player("pw-play", "exec sleep 100000")
    let login = try Self.login()
    #expect(try await play(session(login)) { login.say("ring") } == .withheld)
    try expectNobodyPlays()
  }

  @Test func silentBusDoesNotSilenceSounds() async throws {
    try player("pw-play", "exit 0")
    try Script.write("exec sleep 100000", to: folder + "/silent")
    #expect(try await play(session(companion: folder + "/silent", timeout: 0.05)) == .played)
  }
}
