import RepriseSystem
import RepriseCommands
import Foundation
import Reprise
import Storage

/// Notifies the user through another program: the desktop's or the user's own.
///
/// No shell sees the text. Programs that don't exit are killed.
final class Notifier {
  /// How to notify.
  enum Way: Equatable {
    case desktop
    case command([String])
    case nobody
  }

  private var running: Set<pid_t> = []
  private let sounds: AudioSession
  private var lastComplaint: String?

  /// How long a program may take, in seconds.
  private static let timeout = 30.0

  init(_ variables: [String: String]) { sounds = AudioSession(environment: variables) }

  /// The configured way, as far as this machine supports it.
  nonisolated static func way(
    _ preferences: PersonalPreferences, _ variables: [String: String]
  ) -> Way {
    if preferences.notify == NotifyWay.none { return .nobody }
    if let command = preferences.notifyCommand, !command.isEmpty { return .command(command) }
    let hasDesktop = variables["DBUS_SESSION_BUS_ADDRESS"].map { !$0.isEmpty } ?? false
    return hasDesktop ? .desktop : .nobody
  }

  /// The way in words, as the end of the line “keepsake: in the household, and ”.
  static func words(_ way: Way) -> String {
    switch way {
    case .desktop where program(named: "notify-send") != nil:
      "uses desktop notifications"
    case .desktop: "can't notify: install notify-send, or set notify-command in config.toml"
    case .command(let command): "notifies with \(command[0])"
    case .nobody:
      "can't notify: no desktop notifications here, and no notify-command in config.toml"
    }
  }

  /// Shows a text of a few lines, with a sound if one is configured.
  func tell(_ text: String, _ way: Way, sound: String? = nil) {
    tell(text, way)
    guard let sound, way != .nobody else { return }
    sounds.play(sound) { [weak self] in self?.hear($0, of: sound) }
  }

  /// Ends what sounds.
  func silence() { sounds.deactivate() }

  /// Reports once that a sound can't be played; the notification was sent.
  private func hear(_ outcome: AudioSession.Outcome, of sound: String) {
    guard case .failed(let reason) = outcome else { return }
    let complaint = "keepsake: notify-sound: \(sound): \(reason)"
    if complaint != lastComplaint { Console.message(complaint) }
    lastComplaint = complaint
  }

  private func tell(_ text: String, _ way: Way) {
    switch way {
    case .nobody: return
    case .desktop:
      // Without the program, no one can be notified; that isn't an error.
      guard let program = Self.program(named: "notify-send") else { return }
      // The desktop reads markup in it.
      let body = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;")
      start(program, ["notify-send", "--app-name=Keepsake", "--", "Keepsake", body], input: "")
    case .command(let command):
      guard let program = Self.program(named: command[0]) else {
        return Console.message("keepsake: notify-command: there is no program “\(command[0])”")
      }
      start(program, command, input: text + "\n")
    }
  }

  /// Takes note of programs that have ended.
  func reap() {
    running = running.filter { waitpid($0, nil, WNOHANG) == 0 }
  }

  private func start(_ program: String, _ words: [String], input: String) {
    let text = memoryFile(named: "notice")
    guard text >= 0 else { return }
    defer { close(text) }
    guard writeAll(Array(input.utf8), to: text), lseek(text, 0, SEEK_SET) == 0 else { return }
    var child = ProgramStart(program, arguments: words)
    child.streams = [
      STDIN_FILENO: .descriptor(text), STDOUT_FILENO: .null, STDERR_FILENO: .null,
    ]
    child.group = .own
    let process: pid_t
    do throws(ProgramStart.Failure) {
      process = try child.start()
    } catch {
      return Console.message("keepsake: cannot start \(program): \(error.reason)")
    }
    running.insert(process)
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.timeout) { [weak self] in
      // Kill it only if it was not reaped: otherwise its number may belong to another process.
      if self?.running.contains(process) == true { kill(-process, SIGKILL) }
    }
  }

  /// The path of a program; relative directories in PATH don't count.
  private static func program(named name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
