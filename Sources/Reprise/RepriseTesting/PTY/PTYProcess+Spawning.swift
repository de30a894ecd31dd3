import CPseudoTerminal
import Glibc
import Terminal

nonisolated extension PTYProcess {
  /// Starts an interactive shell with job control, in which programs can be stopped and continued.
  ///
  /// Its prompt is `ready$`. To run a program in it, type the command line.
  public static func shell(
    environment: [String: String] = [:], size: Size = Size(width: 80, height: 24)
  ) throws(PTYError) -> PTYProcess {
    let usual = ["PS1": "ready$ ", "HISTFILE": "/dev/null", "HOME": "/nonexistent"]
    let shell = try PTYProcess(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: usual.merging(environment) { $1 }, size: size)
    try shell.wait(for: "ready$")
    return shell
  }

  /// Starts a program in a new session whose controlling terminal is the other side of `terminal`.
  static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String], terminal: Int32
  ) throws(PTYError) -> pid_t {
    let words = ([program] + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let error = pseudo_terminal_spawn(
      &process, terminal, program, words + [nil], variables + [nil])
    guard error == 0 else { throw .cannotStart(program, errno: error) }
    return process
  }
}
