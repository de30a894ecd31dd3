import Foundation
import Storage

/// Hands files to the programs that the person's desktop has for them.
///
/// ```swift
/// do throws(DesktopProgram.Failure) {
///   try DesktopProgram.open(path, variables: variables)
///   return nil
/// } catch {
///   return error.reason
/// }
/// ```
nonisolated public enum DesktopProgram {
  /// Why a file was not handed over.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason: `cannot open files: xdg-open is not installed`.
    public let reason: String

    /// The path of the file, for a person to open it otherwise.
    public let path: String

    /// Both in one line, which may be too long for the bottom row of a window.
    public var description: String { "\(reason); the file is \(path)" }
  }

  /// Opens a file with the desktop's program for it; returns without waiting for the program.
  ///
  /// The program gets a session of its own and no terminal, so it neither writes over the screen nor
  /// ends with the app.
  ///
  /// - Throws: ``Failure`` if no desktop program can be started.
  public static func open(
    _ path: String, variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Failure) {
    let opener = "xdg-open"
    let places = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    guard places.contains(where: { access("\($0)/\(opener)", X_OK) == 0 }) else {
      throw Failure(reason: "cannot open files: \(opener) is not installed", path: path)
    }
    // The shell leaves it behind; the path is an argument and never a command.
    let arguments = ["/bin/sh", "-c", opener + " \"$1\" </dev/null >/dev/null 2>&1 &", "sh", path]
    var shell = ProgramStart(
      "/bin/sh", arguments: arguments, environment: variables.map { "\($0.key)=\($0.value)" })
    shell.group = .ownSession
    do throws(ProgramStart.Failure) {
      let process = try shell.start()
      var status: Int32 = 0
      _ = retryingInterrupted { waitpid(process, &status, 0) }
    } catch {
      throw Failure(reason: "cannot start \(opener): \(error.reason)", path: path)
    }
  }
}
