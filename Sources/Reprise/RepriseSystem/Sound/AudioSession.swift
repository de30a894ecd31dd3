import Reprise
import Dispatch
import Foundation
import Storage

/// Short sounds, for which nothing is held but while they are heard (contract 8.8.7).
///
/// ```swift
/// let sounds = AudioSession(environment: ProcessInfo.processInfo.environment)
/// sounds.play("/usr/share/sounds/freedesktop/stereo/message.oga")
/// ```
///
/// The first of ``players`` that can plays it: that program opens the device, and its end gives it back. While somebody is
/// on the phone nothing is heard (``CallObserver``), and a call that begins ends what sounds. It works in the background,
/// too, and without a terminal.
public final class AudioSession {
  /// How a sound went.
  public enum Outcome: Equatable, Sendable {
    /// It was heard, from its beginning for ten seconds at most.
    case played
    /// Another sound is heard, or somebody is on the phone or was called meanwhile.
    case withheld
    /// ``deactivate()`` ended it.
    case ended
    /// Why nothing was heard.
    case failed(String)
  }

  /// The programs that are looked for, with what they are told before the path: that of PipeWire, of PulseAudio, and of ALSA,
  /// which plays WAV only.
  public nonisolated static let players = [["pw-play"], ["paplay"], ["aplay", "-q"]]

  private let environment: [String: String]
  /// How long a sound may be, in seconds.
  private let longest: Double
  /// How long to wait for what is known of calls, in seconds: a bus that does not answer silences nothing, and a sound that is
  /// late disturbs less than one during a call.
  private let timeout: Double
  private var sounding: Sounding?

  /// Makes a session that holds nothing.
  ///
  /// - Parameter environment: The environment variables, by which players find the sound server.
  public convenience init(environment: [String: String]) {
    self.init(environment: environment, longest: 10, timeout: 10)
  }

  init(environment: [String: String], longest: Double, timeout: Double) {
    (self.environment, self.longest, self.timeout) = (environment, longest, timeout)
  }

  /// Whether there is a program that plays sounds; nothing is started.
  public nonisolated static func canPlay(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool { !commands(environment).isEmpty }

  /// The players that are there.
  private nonisolated static func commands(_ environment: [String: String]) -> [[String]] {
    players.compactMap { words in
      OptionalProgram(words[0]).path(variables: environment).map { [$0] + words.dropFirst() }
    }
  }

  /// Whether a sound is heard, or is about to be.
  public var isActive: Bool { sounding != nil }

  /// Plays a file.
  ///
  /// One sound is heard at a time: while one is, another is none.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a sound.
  ///   - completion: Called once it is over and everything is given back.
  public func play(_ path: String, completion: @escaping (Outcome) -> Void = { _ in }) {
    guard !isActive else { return completion(.withheld) }
    if let problem = Self.problem(with: path) { return completion(.failed(problem)) }
    let commands = Self.commands(environment).map { $0 + [path] }
    guard !commands.isEmpty else {
      let names = Self.players.map { $0[0] }.joined(separator: ", ")
      return completion(.failed("nothing here plays sounds: one of \(names) is needed"))
    }
    let sounding = Sounding(commands[...], CallObserver(environment: environment), completion)
    self.sounding = sounding
    sounding.calls.start { [weak self] in self?.hear($0) }
    after(timeout, sounding) { session, sounding in
      // It may have been said while this thread was busy.
      sounding.calls.listen()
      session.begin(sounding)
    }
  }

  /// Ends what is heard at once, and gives everything back.
  public func deactivate() { finish(.ended) }

  // MARK: - The course of a sound

  /// What is held for a sound.
  private final class Sounding {
    /// The players that were not tried.
    var commands: ArraySlice<[String]>
    let calls: CallObserver
    let completion: (Outcome) -> Void
    var player: SoundPlayer?
    var hasBegun = false

    init(
      _ commands: ArraySlice<[String]>, _ calls: CallObserver,
      _ completion: @escaping (Outcome) -> Void
    ) {
      (self.commands, self.calls, self.completion) = (commands, calls, completion)
    }
  }

  private func hear(_ state: CallObserver.State) {
    guard let sounding else { return }
    if state == .calling { finish(.withheld) } else { begin(sounding) }
  }

  private func begin(_ sounding: Sounding) {
    guard self.sounding === sounding, !sounding.hasBegun else { return }
    sounding.hasBegun = true
    startNext(sounding)
    after(longest, sounding) { session, _ in session.finish(.played) }
  }

  private func startNext(_ sounding: Sounding) {
    guard let command = sounding.commands.popFirst() else {
      return finish(.failed("no program could play the sound"))
    }
    do throws(ProgramStart.Failure) {
      sounding.player = try SoundPlayer(command, environment: environment) {
        [weak self, weak sounding] status in
        guard let self, let sounding else { return }
        if status == 0 { finish(.played) } else { startNext(sounding) }
      }
    } catch {
      startNext(sounding)
    }
  }

  private func finish(_ outcome: Outcome) {
    guard let over = sounding else { return }
    sounding = nil
    over.player?.end()
    over.completion(outcome)
  }

  /// Does something later, unless that sound is over by then.
  private func after(
    _ seconds: Double, _ sounding: Sounding, _ action: @escaping (AudioSession, Sounding) -> Void
  ) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self, weak sounding] in
      if let self, let sounding, self.sounding === sounding { action(self, sounding) }
    }
  }

  /// What is wrong with a path; `nil` if it may be played.
  private static func problem(with path: String) -> String? {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { return "the path is not absolute" }
    var status = stat()
    guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return "that is no file" }
    guard access(path, R_OK) == 0 else { return String(cString: strerror(errno)) }
    return nil
  }
}
