import CPseudoTerminal
import Foundation
import Glibc
import Terminal

/// A program in a pseudo-terminal, with a terminal model that shows its output.
///
/// Output is read only during calls that wait. A test that calls none of them acts as a terminal
/// that has stopped reading. Not for use by several threads.
///
/// ```swift
/// let shell = try PTYProcess("/bin/sh", ["-c", "printf hello; read line"])
/// try shell.wait(for: "hello")
/// let name = ProcessTree.name(of: shell.processID)
/// shell.type("\n")
/// let end: ProcessEnd = try shell.waitForExit()
/// ```
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

  /// Whether it is a shell, which reads each answer of the terminal as typed text.
  ///
  /// A test on a busy machine may read a question long after the program that asked it was stopped.
  private var isShell = false

  private var master: Int32

  /// Starts a program as the leader of a session in the new terminal.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: Its arguments, without its name.
  ///   - environment: The program's complete environment; `TERM` defaults to `xterm-256color` and `PATH` to the
  ///     usual one.
  ///   - size: Columns and rows of the terminal.
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
      if !replies.isEmpty, !isShell || tcgetpgrp(master) != processID { send(replies) }
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

nonisolated extension PTYProcess {
  /// Starts an interactive shell with job control, in which programs can be stopped and continued.
  ///
  /// Its prompt is `ready$`. To run a program in it, type the command line. The terminal answers no question while the
  /// shell itself is in the foreground.
  public static func shell(
    environment: [String: String] = [:], size: Size = Size(width: 80, height: 24)
  ) throws(PTYError) -> PTYProcess {
    let usual = ["PS1": "ready$ ", "HISTFILE": "/dev/null", "HOME": "/nonexistent"]
    let shell = try PTYProcess(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: usual.merging(environment) { $1 }, size: size)
    shell.isShell = true
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

nonisolated extension PTYProcess {
  /// Starts an executable of the package under test.
  ///
  /// Name the executable's target among the dependencies of the test target, so that it is built.
  ///
  /// - Parameters:
  ///   - product: Its name.
  ///   - arguments: Its arguments.
  ///   - environment: Its complete environment; set at least a `HOME` of its own.
  ///   - size: The window.
  /// - Throws: ``PTYError/cannotStart(_:errno:)`` when it was not built.
  public convenience init(
    product: String, _ arguments: [String] = [], environment: [String: String],
    size: Size = Size(width: 80, height: 24)
  ) throws(PTYError) {
    try self.init(
      Self.path(ofProduct: product), arguments, environment: environment, size: size)
  }

  /// The path of a built executable, in the directory of the test program.
  public static func path(ofProduct name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
  }
}

nonisolated extension PTYProcess {
  /// Presses keys in one burst, which pauses after each Esc: otherwise the program would read it and
  /// the next key as one key with Alt.
  public func press(_ keys: KeyPress...) {
    let isApplication = picture.modes.contains(.applicationCursorKeys)
    var burst = ""
    for key in keys {
      burst += Self.sequence(for: key, applicationCursorKeys: isApplication)
      guard key.key == .escape else { continue }
      type(burst)
      burst = ""
      waitOutEscapeDelay()
    }
    if !burst.isEmpty { type(burst) }
  }

  /// Waits until the program has read the escape character and has been idle for twice its escape delay.
  ///
  /// Time alone isn't enough: a program that has read the character and then waits for a processor would take it and
  /// the next key for one key. A program that never becomes idle gets ten seconds.
  private func waitOutEscapeDelay() {
    let deadline = ContinuousClock.now + PTYProcess.timeout
    while hasUnreadInput, ContinuousClock.now < deadline { _ = pump(milliseconds: 1) }
    let end = ContinuousClock.now + .milliseconds(2 * escapeDelay)
    _ = try? waitUntilIdle(timeout: .seconds(10))
    while ContinuousClock.now < end { _ = pump(milliseconds: 5) }
  }

  /// The bytes that xterm sends for a key.
  public static func sequence(for press: KeyPress, applicationCursorKeys: Bool) -> String {
    let alt = press.modifiers.contains(.alt) ? "\u{1B}" : ""
    switch press.key {
    case .character(let character):
      return alt + (press.modifiers.contains(.control) ? control(character) : String(character))
    case .enter: return alt + "\r"
    case .tab: return press.modifiers.contains(.shift) ? "\u{1B}[Z" : alt + "\t"
    case .backspace: return alt + "\u{7F}"
    case .escape: return alt + "\u{1B}"
    case .function(let number):
      return number <= 4
        ? cursor(["P", "Q", "R", "S"][max(number, 1) - 1], press, true)
        : numbered([15, 17, 18, 19, 20, 21, 23, 24][min(number, 12) - 5], press)
    case .up: return cursor("A", press, applicationCursorKeys)
    case .down: return cursor("B", press, applicationCursorKeys)
    case .right: return cursor("C", press, applicationCursorKeys)
    case .left: return cursor("D", press, applicationCursorKeys)
    case .home: return cursor("H", press, applicationCursorKeys)
    case .end: return cursor("F", press, applicationCursorKeys)
    case .insert: return numbered(2, press)
    case .delete: return numbered(3, press)
    case .pageUp: return numbered(5, press)
    case .pageDown: return numbered(6, press)
    }
  }

  /// The bytes that xterm sends for the mouse, in SGR encoding.
  public static func sequence(for event: MouseEvent) -> String {
    let button =
      switch event.kind {
      case .press, .release: 0
      case .drag: 32
      case .wheel(let notches): notches < 0 ? 64 : 65
      }
    let end = event.kind == .release ? "m" : "M"
    let place = "\(event.location.x + 1);\(event.location.y + 1)"
    return "\u{1B}[<\(button + Int(event.modifiers.rawValue) * 4);\(place)\(end)"
  }

  /// The bytes that a terminal sends for a paste, without end marks in the text.
  public static func sequence(pasting text: String) -> String {
    "\u{1B}[200~\(text.replacing("\u{1B}[201~", with: ""))\u{1B}[201~"
  }

  private static func control(_ character: Character) -> String {
    guard let ascii = character.asciiValue else { return String(character) }
    return String(Character(Unicode.Scalar(ascii == 0x20 ? 0 : ascii & 0x1F)))
  }

  private static func cursor(_ letter: String, _ press: KeyPress, _ isApplication: Bool) -> String {
    if press.modifiers.isEmpty { return "\u{1B}" + (isApplication ? "O" : "[") + letter }
    return "\u{1B}[1;\(press.modifiers.rawValue + 1)" + letter
  }

  private static func numbered(_ number: Int, _ press: KeyPress) -> String {
    if press.modifiers.isEmpty { return "\u{1B}[\(number)~" }
    return "\u{1B}[\(number);\(press.modifiers.rawValue + 1)~"
  }
}

nonisolated extension PTYProcess {
  /// The timeout of all waits: much longer than needed, since a busy machine can stall for seconds.
  public static var timeout: Duration { .seconds(120) }

  /// Reads output until the picture satisfies a condition.
  ///
  /// - Throws: ``PTYError/timeout(_:)`` with the last picture.
  @discardableResult
  public func wait(
    timeout: Duration = PTYProcess.timeout, until isWanted: (TerminalPicture) -> Bool
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var picture = self.picture
    while !isWanted(picture) {
      guard ContinuousClock.now < deadline else { throw .timeout(picture.text) }
      if pump(milliseconds: 20) { picture = terminal.picture }
    }
    return picture
  }

  /// Reads output until a text is on the terminal.
  @discardableResult
  public func wait(
    for text: String, timeout: Duration = PTYProcess.timeout
  ) throws(PTYError)
    -> TerminalPicture
  {
    try wait(timeout: timeout) { $0.text.contains(text) }
  }

  /// Reads output until a condition holds that the picture does not show, such as a process's end.
  public func wait(
    timeout: Duration = PTYProcess.timeout, for condition: () -> Bool
  ) throws(PTYError) {
    let deadline = ContinuousClock.now + timeout
    while !condition() {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      _ = pump(milliseconds: 5)
    }
  }

  /// Waits until a shell has reported a stopped job and takes the next command.
  ///
  /// An earlier report counts as well, so have the shell clear the screen first.
  public func waitForStoppedJob() throws(PTYError) {
    // Before the terminal is restored, input would go to the program.
    try wait { $0.modes == .usual }
    // The shell reports the job with its next prompt.
    let isReported: (TerminalPicture) -> Bool = {
      $0.text.contains("Stopped") && $0.text.hasSuffix("ready$")
    }
    for _ in 0..<600 {
      if isReported(picture) { return }
      type("\n")
      _ = try? wait(timeout: .milliseconds(100), until: isReported)
    }
    try wait(until: isReported)
  }

  /// Reads output until none has come for a while.
  @discardableResult
  public func settle(
    quiet: Duration = .milliseconds(60), timeout: Duration = PTYProcess.timeout
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var last = ContinuousClock.now
    while ContinuousClock.now - last < quiet {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      if pump(milliseconds: 10) { last = .now }
    }
    return terminal.picture
  }

  /// Reads output until the process has ended, including its last output.
  @discardableResult
  public func waitForExit(timeout: Duration = PTYProcess.timeout) throws(PTYError) -> ProcessEnd {
    let deadline = ContinuousClock.now + timeout
    while true {
      if let status = reap() {
        drain()
        return status
      }
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      if !pump(milliseconds: 5) { usleep(1000) }
    }
  }
}

/// How a process ended.
nonisolated public enum ProcessEnd: Hashable, Sendable {
  /// It exited with a status.
  case exited(Int32)
  /// A signal ended it.
  case signaled(Int32)

  /// Decodes a wait status.
  init(waitStatus status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }
}

/// Errors of a program in a pseudo-terminal.
nonisolated public enum PTYError: Error, CustomStringConvertible {
  /// The program could not be started; the system's error number.
  case cannotStart(String, errno: Int32)
  /// The expected event did not come; the value is what the terminal showed instead.
  case timeout(String)

  /// One line, followed by the picture after a timeout.
  public var description: String {
    switch self {
    case .cannotStart(let program, let errno): "cannot start \(program): error \(errno)"
    case .timeout(let text): "timed out; the terminal shows:\n\(text)"
    }
  }
}
