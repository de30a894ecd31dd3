import Foundation
import SystemSupport

/// Tells a person something by another program: that of the desktop, or one of the person's own.
///
/// No shell sees the text. Programs that do not end are ended.
final class Notifier {
  /// How to tell.
  enum Way: Equatable {
    case desktop
    case command([String])
    case nobody
  }

  private var running: Set<pid_t> = []

  /// How long a program may take, in seconds.
  private static let patience = 30.0

  /// The way that a person wants, as far as this machine has it.
  nonisolated static func way(
    _ preferences: PersonalPreferences, _ variables: [String: String]
  ) -> Way {
    if preferences.notify == NotifyWay.none { return .nobody }
    if let command = preferences.notifyCommand, !command.isEmpty { return .command(command) }
    let hasDesktop = variables["DBUS_SESSION_BUS_ADDRESS"].map { !$0.isEmpty } ?? false
    return hasDesktop ? .desktop : .nobody
  }

  /// Tells a text of few lines.
  func tell(_ text: String, _ way: Way) {
    switch way {
    case .nobody: return
    case .desktop:
      // Without the program there is nobody to tell; that is no failure.
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
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, text, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    sigfillset(&mask)
    posix_spawnattr_setsigdefault(&attributes, &mask)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, environ)
    guard code == 0 else {
      return Console.message(
        "keepsake: cannot start \(program): \(String(cString: strerror(code)))")
    }
    running.insert(process)
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      // Only one that was not reaped: its number is nobody else's.
      if self?.running.contains(process) == true { kill(-process, SIGKILL) }
    }
  }

  /// Where a program lies; directories of the path that are relative do not count.
  private static func program(named name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
