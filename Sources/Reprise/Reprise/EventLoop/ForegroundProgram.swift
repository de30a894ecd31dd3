import Foundation
import Storage
import Terminal

/// The hand-over of the terminal to another program, and back.
///
/// Meanwhile the app is inactive and draws nothing. The program leads a process group of its own in the
/// foreground. If it stops, as by `Ctrl-Z`, the app's job stops as well, and both continue with `fg`.
package final class ForegroundProgram {
  private unowned let app: Application

  /// The process of the program while it runs.
  private var process: pid_t?

  /// Whether the job was stopped because the program had stopped.
  private var isStopped = false

  init(of app: Application) {
    self.app = app
  }

  /// Whether a program has the terminal.
  var isRunning: Bool { process != nil }

  /// Starts a program; see ``Application/runInForeground(_:completion:)``.
  ///
  /// - Parameter didStart: Called with the process before the app waits.
  func run(
    _ program: Subprocess, didStart: (pid_t) -> Void = { _ in },
    completion: @escaping (Subprocess.Exit) -> Void
  ) throws(Subprocess.Failure) {
    guard process == nil, app.termination == nil, app.state != .background else {
      throw Subprocess.Failure("another program has the terminal")
    }
    _ = try program.executable()
    app.lifeCycle.resignActive()
    app.eventLoop.commit()
    app.device.suspend()
    let terminal = app.device.openForProgram()
    defer { if let terminal { close(terminal) } }
    do throws(Subprocess.Failure) {
      let started = try program.start { start in
        start.group = .own
        start.takesTerminal = terminal != nil
        let stream = terminal.map { ProgramStart.Stream.descriptor($0) } ?? .null
        start.streams = [STDIN_FILENO: stream, STDOUT_FILENO: stream, STDERR_FILENO: stream]
      }
      process = started
      app.device.giveForeground(to: started)
      didStart(started)
      wait(for: started, completion)
    } catch {
      app.lifeCycle.takeTerminalBack()
      throw error
    }
  }

  private func wait(for process: pid_t, _ completion: @escaping (Subprocess.Exit) -> Void) {
    app.perform(
      inBackground: { [weak self] work in
        while true {
          var status: Int32 = 0
          let changed = retryingInterrupted { waitpid(process, &status, WUNTRACED) }
          // Nothing else waits for it, so the call can't fail.
          guard changed == process, status & 0xFF == 0x7F else { return status }
          work.report { self?.programDidStop() }
        }
      }
    ) { [weak self] result in
      self?.process = nil
      guard let self, case .success(let status) = result else { return }
      app.device.giveForeground(to: nil)
      app.lifeCycle.takeTerminalBack()
      completion(Subprocess.Exit(waitStatus: status))
    }
  }

  // MARK: - Job control

  /// The program stopped: the job stops, so that the shell gets the terminal.
  private func programDidStop() {
    guard process != nil else { return }
    isStopped = true
    // Without a shell nothing would ever continue them.
    if !app.lifeCycle.services.stop() { continueProgram() }
  }

  /// The shell continued the job, or another program this process alone.
  func processDidContinue() {
    if app.device.isForeground {
      continueProgram()
    } else if isStopped, !app.lifeCycle.services.stop() {
      app.terminate(.signal(.hangup))
    }
  }

  private func continueProgram() {
    guard let process else { return }
    isStopped = false
    app.device.giveForeground(to: process)
    kill(-process, SIGCONT)
  }

  /// Stops the program as its own `Ctrl-Z` does.
  func suspend() {
    if let process { kill(-process, SIGTSTP) }
  }
}

extension Application {
  /// Gives the terminal to another program until it ends, such as an editor.
  ///
  /// State is stored first. The terminal gets its usual screen and modes back, and the program a process group of its
  /// own in the foreground. Until it ends the app is inactive and gets no keys. If the app is killed meanwhile, the
  /// program keeps the terminal, and the guardian restores the terminal after it.
  ///
  /// ```swift
  /// try application.runInForeground(Subprocess(["less", path])) { exit in
  ///   if !exit.isSuccess { window.show(notice: "less \(exit)") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - program: The program; its ``Subprocess/input`` is ignored.
  ///   - completion: Called in a turn when the program has ended and the app has the terminal again.
  /// - Throws: ``Subprocess/Failure`` if the program can't be started, or another one has the terminal.
  public func runInForeground(
    _ program: Subprocess, completion: @escaping (Subprocess.Exit) -> Void
  ) throws(Subprocess.Failure) {
    try lifeCycle.foregroundProgram.run(program, completion: completion)
  }
}
