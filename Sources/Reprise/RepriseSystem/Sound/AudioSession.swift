import Reprise
import Dispatch
import Foundation
import Storage

/// Plays short sounds; resources are held only during playback (contract 8.8.7).
///
/// ```swift
/// let sounds = AudioSession(environment: ProcessInfo.processInfo.environment)
/// sounds.play("/usr/share/sounds/freedesktop/stereo/message.oga")
/// ```
///
/// The first of ``players`` that can plays the sound: that program opens the device and releases it when it ends.
/// During a phone call nothing is played (``CallObserver``), and a call that begins stops the sound. It also works in
/// the background and without a terminal.
public final class AudioSession {
  /// The outcome of playing a sound.
  public enum Outcome: Equatable, Sendable {
    /// It was played, from its beginning for ten seconds at most.
    case played
    /// It was not played or was stopped: another sound is playing, or there is a phone call.
    case withheld
    /// ``deactivate()`` stopped it.
    case ended
    /// Nothing was played, for this reason.
    case failed(String)
  }

  /// The supported players with their arguments before the path: those of PipeWire, of PulseAudio, and of ALSA, which
  /// only plays WAV.
  public nonisolated static let players = [["pw-play"], ["paplay"], ["aplay", "-q"]]

  private let environment: [String: String]
  /// The longest time that a sound is played, in seconds.
  private let longest: Double
  /// How long to wait for the state of calls, in seconds: a bus that does not answer silences nothing, and a late
  /// sound disturbs less than one during a call.
  private let timeout: Double
  private var sounding: Sounding?

  /// Makes a session; it holds no resources yet.
  ///
  /// - Parameter environment: The environment variables, by which players find the sound server.
  public convenience init(environment: [String: String]) {
    self.init(environment: environment, longest: 10, timeout: 10)
  }

  init(environment: [String: String], longest: Double, timeout: Double) {
    (self.environment, self.longest, self.timeout) = (environment, longest, timeout)
  }

  /// Whether a player is installed; starts nothing.
  public nonisolated static func canPlay(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool { !commands(environment).isEmpty }

  /// The installed players.
  private nonisolated static func commands(_ environment: [String: String]) -> [[String]] {
    players.compactMap { words in
      OptionalProgram(words[0]).path(variables: environment).map { [$0] + words.dropFirst() }
    }
  }

  /// Whether a sound is playing or about to play.
  public var isActive: Bool { sounding != nil }

  /// Plays a file.
  ///
  /// Only one sound plays at a time: others are withheld meanwhile.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a sound.
  ///   - completion: Called once it is over and all resources are released.
  public func play(_ path: String, completion: @escaping (Outcome) -> Void = { _ in }) {
    guard !isActive else { return completion(.withheld) }
    if let problem = Self.problem(with: path) { return completion(.failed(problem)) }
    let commands = Self.commands(environment).map { $0 + [path] }
    guard !commands.isEmpty else {
      let names = Self.players.map { $0[0] }.joined(separator: ", ")
      return completion(.failed("no sound player found: install one of \(names)"))
    }
    let sounding = Sounding(commands[...], CallObserver(environment: environment), completion)
    self.sounding = sounding
    sounding.calls.start { [weak self] in self?.hear($0) }
    after(timeout, sounding) { session, sounding in
      // The state of calls may have arrived while this thread was busy.
      sounding.calls.listen()
      session.begin(sounding)
    }
  }

  /// Stops the sound at once and releases all resources.
  public func deactivate() { finish(.ended) }

  // MARK: - Playing

  /// The resources held for a sound.
  private final class Sounding {
    /// The players that have not been tried.
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

  /// Calls a closure later, unless that sound is over by then.
  private func after(
    _ seconds: Double, _ sounding: Sounding, _ action: @escaping (AudioSession, Sounding) -> Void
  ) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self, weak sounding] in
      if let self, let sounding, self.sounding === sounding { action(self, sounding) }
    }
  }

  /// The problem with a path; `nil` if it may be played.
  private static func problem(with path: String) -> String? {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { return "the path is not absolute" }
    var status = stat()
    guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a regular file" }
    guard access(path, R_OK) == 0 else { return String(cString: strerror(errno)) }
    return nil
  }
}
