import Foundation
import SystemSupport

/// Hands files to the programs that the person's desktop has for them.
nonisolated public enum DesktopProgram {
  /// Why a file was not handed over.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason: `nothing here opens files: xdg-open is missing`.
    public let reason: String

    /// The path of the file, for a person to open it otherwise.
    public let path: String

    /// Both in one line, which may be too long for the bottom row of a window.
    public var description: String { "\(reason); it lies at \(path)" }
  }

  /// Opens a file with the program that the desktop has for it; returns as soon as that was asked for.
  ///
  /// The program gets a session of its own and no terminal, so it neither writes over the screen nor
  /// ends with the app.
  ///
  /// - Throws: ``Failure`` where there is no desktop that could be asked.
  public static func open(
    _ path: String, variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Failure) {
    let opener = "xdg-open"
    let places = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    guard places.contains(where: { access("\($0)/\(opener)", X_OK) == 0 }) else {
      throw Failure(reason: "nothing here opens files: \(opener) is missing", path: path)
    }
    // The shell leaves it behind; the path is an argument and never a command.
    let arguments = ["/bin/sh", "-c", opener + " \"$1\" </dev/null >/dev/null 2>&1 &", "sh", path]
    let code = start(arguments, variables)
    guard code == 0 else {
      throw Failure(
        reason: "cannot start \(opener): \(String(cString: strerror(code)))", path: path)
    }
  }

  private static func start(_ arguments: [String], _ variables: [String: String]) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let setsid: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | setsid))
    var words = arguments.map { strdup($0) }
    var environment = variables.map { strdup("\($0.key)=\($0.value)") }
    defer { (words + environment).forEach { free($0) } }
    words.append(nil)
    environment.append(nil)
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], nil, &attributes, words, environment)
    guard code == 0 else { return code }
    var status: Int32 = 0
    _ = retryingInterrupted { waitpid(process, &status, 0) }
    return 0
  }
}
