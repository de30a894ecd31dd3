import Foundation

/// Runs a command while a pipe, whose only other end is in this process, is open.
///
/// The command ends however this process ends, and its files are deleted.
final class Keeper {
  private let child: Child
  private let pipeEnd: Int32

  /// Starts a command, with its output in a file in its directory.
  init(command: [String], directory: String, log: String) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw PostgresPrograms.Failure(description: "socketpair: \(String(cString: strerror(errno)))")
    }
    pipeEnd = ends[1]
    defer { close(ends[0]) }
    do {
      child = try Child(
        ["/bin/sh", "-c", Self.script, "keeper", directory] + command, input: ends[0], log: log)
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
    _ = child.wait()
  }
}
