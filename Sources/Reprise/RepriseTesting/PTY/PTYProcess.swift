import CPseudoTerminal
import Glibc
import Terminal

/// A program in a pseudo-terminal, with a terminal model that shows its output.
///
/// Output is read only during calls that wait. A test that calls none of them acts as a terminal
/// that has stopped reading. Not for use by several threads.
nonisolated public final class PTYProcess {
  /// The started process; with a guardian, the guardian.
  public let processID: pid_t

  /// The terminal that the program writes to.
  public let terminal: TerminalModel

  /// All output read so far.
  public private(set) var output: [UInt8] = []

  /// How the process ended, once ``waitForExit(timeout:)`` has seen it.
  public private(set) var exitStatus: ProcessEnd?

  /// Whether the last typed byte may begin a longer key, for which the program waits.
  private(set) var isEscapePending = false

  /// How many milliseconds the program waits after an escape character for the rest of a key.
  let escapeDelay: Int

  private var master: Int32

  /// Starts a program as the leader of a session in the new terminal.
  ///
  /// - parameter environment: The program's complete environment; `TERM` defaults to
  ///   `xterm-256color` and `PATH` to the usual one.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24)
  ) throws(PTYError) {
    master = pseudo_terminal_open(Int32(size.width), Int32(size.height))
    guard master >= 0, let terminal = TerminalModel(size: size) else {
      throw .cannotStart(program, errno: errno)
    }
    self.terminal = terminal
    escapeDelay = environment["ESCDELAY"].flatMap { Int($0) } ?? 25
    let usual = ["TERM": "xterm-256color", "PATH": "/usr/local/bin:/usr/bin:/bin"]
    processID = try Self.spawn(
      program, arguments, usual.merging(environment) { $1 }, terminal: master)
  }

  deinit {
    for process in [processID] + descendants where exitStatus == nil || process != processID {
      kill(process, SIGKILL)
    }
    if exitStatus == nil {
      var status: Int32 = 0
      waitpid(processID, &status, 0)
    }
    hangUp()
  }

  /// The program's child processes and their descendants.
  public var descendants: [pid_t] { ProcessTree.descendants(of: processID) }

  /// The picture on the terminal now, after all available output is read.
  public var picture: TerminalPicture {
    drain()
    return terminal.picture
  }

  /// The modes of the terminal device, such as echo and line editing.
  public var deviceModes: termios {
    var modes = termios()
    tcgetattr(master, &modes)
    return modes
  }

  // MARK: - Actions

  /// Types text or the bytes of keys.
  public func type(_ text: String) {
    send(Array(text.utf8))
  }

  /// Sends bytes to the program; gives up on unread ones after a second.
  public func send(_ bytes: [UInt8]) {
    if let last = bytes.last { isEscapePending = last == 0x1B }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        var ready = pollfd(fd: master, events: Int16(POLLOUT), revents: 0)
        guard errno == EAGAIN, poll(&ready, 1, 1000) > 0 else { return }
      }
    }
  }

  /// Whether the program has unread input.
  var hasUnreadInput: Bool { pseudo_terminal_has_unread(master) }

  /// Changes the size of the window; the program gets a signal.
  public func resize(to size: Size) {
    drain()
    terminal.resize(to: size)
    pseudo_terminal_set_size(master, Int32(size.width), Int32(size.height))
  }

  /// Sends a signal to the process.
  public func signal(_ number: Int32) {
    signal(number, to: processID)
  }

  /// Sends a signal to another process.
  public func signal(_ number: Int32, to process: pid_t) {
    kill(process, number)
  }

  /// Empties ``output``, for long tests.
  public func clearOutput() {
    output.removeAll()
  }

  /// Closes the terminal's side, as when a window closes or a connection breaks.
  public func hangUp() {
    guard master >= 0 else { return }
    close(master)
    master = -1
  }

  /// Reads available output without waiting.
  public func drain() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while master >= 0 {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return }
      let bytes = Array(buffer[..<count])
      output += bytes
      terminal.feed(bytes)
      let replies = terminal.takeReplies()
      if !replies.isEmpty { send(replies) }
    }
  }

  /// Waits for output for some milliseconds and reads it; `false` if none came.
  func pump(milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return false }
    let before = output.count
    drain()
    if output.count == before { usleep(1000) }
    return output.count > before
  }

  /// Returns how the process has ended, if it has; does not wait.
  @discardableResult
  public func reap() -> ProcessEnd? {
    if let exitStatus { return exitStatus }
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
    exitStatus = ProcessEnd(waitStatus: status)
    return exitStatus
  }
}
