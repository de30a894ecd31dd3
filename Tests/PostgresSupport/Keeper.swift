import Foundation

/// A process that runs a command as long as a pipe is open, which this process has the only end of: the
/// command ends however this process does, and its files go with it.
final class Keeper {
  private let process = Process()
  private let pipeEnd: Int32

  /// Starts a command; what it says goes to a file in its directory.
  init(command: [String], directory: String, log: String) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw PostgresPrograms.Failure(description: "socketpair: \(String(cString: strerror(errno)))")
    }
    pipeEnd = ends[1]
    FileManager.default.createFile(atPath: log, contents: nil)
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    defer { try? output.close() }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.script, "keeper", directory] + command
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    process.standardOutput = output
    process.standardError = output
    do {
      try process.run()
    } catch {
      close(pipeEnd)
      throw error
    }
  }

  private static let script = """
    trap '' HUP INT TERM
    directory=$1
    shift
    exec 3<&0 </dev/null
    "$@" 3<&- &
    read -r word <&3
    kill -CONT $!
    kill -QUIT $!
    wait
    [ "$word" = keep ] || rm -rf -- "$directory"
    """

  /// Ends the command and waits for that; its files stay.
  func end() {
    _ = "keep\n".withCString { write(pipeEnd, $0, 5) }
    close(pipeEnd)
    process.waitUntilExit()
  }
}
