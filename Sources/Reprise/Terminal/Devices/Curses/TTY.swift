import CGuardian
import CTerminal
import Glibc

/// The terminal's device file, opened for the app alone, and its modes.
struct TTY {
  /// The open descriptor, non-blocking and closed on exec.
  let descriptor: Int32

  /// The modes to restore; `nil` until the terminal is first taken.
  private var savedModes: termios?

  /// Takes over a descriptor that was opened as a terminal, non-blocking.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Opens the terminal of standard output.
  init() throws(TerminalError) {
    descriptor = tty_open()
    guard descriptor >= 0 else { throw .notATerminal }
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else {
      Glibc.close(descriptor)
      throw .notATerminal
    }
  }

  /// Saves the modes to restore, when the terminal is first taken.
  ///
  /// Not earlier: a background process would save the modes of the foreground job.
  mutating func saveModes() -> termios {
    var modes = savedModes ?? termios()
    if savedModes == nil, tcgetattr(descriptor, &modes) == 0 { savedModes = modes }
    return modes
  }

  /// The size of the window, or 80 by 24 when the terminal does not report one.
  var size: Size {
    var (width, height): (Int32, Int32) = (80, 24)
    _ = tty_size(descriptor, &width, &height)
    return Size(width: Int(width), height: Int(height))
  }

  /// The pixels of a cell; `nil` when the terminal does not report them.
  var cellPixels: Size? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard tty_cell_size(descriptor, &width, &height) else { return nil }
    return Size(width: Int(width), height: Int(height))
  }

  /// Whether job control lets this process use the terminal now.
  var isForeground: Bool { tty_is_foreground(descriptor) }

  /// Switches to raw mode.
  func makeRaw() {
    guard var modes = savedModes else { return }
    tty_make_raw(&modes)
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Restores the saved modes.
  func restoreModes() {
    guard var modes = savedModes else { return }
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Reads all waiting input, at most about 64 KiB; `nil` when the terminal is gone.
  func read() -> [UInt8]? {
    var typed: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while typed.count < 1 << 16 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        typed += buffer[..<count]
        // A partial read has emptied the queue.
        if count < buffer.count { break }
      } else if count < 0, errno == EAGAIN {
        break
      } else if count == 0 || errno != EINTR {
        return typed.isEmpty ? nil : typed
      }
    }
    return typed
  }

  /// Whether input waits that was not read.
  var hasInput: Bool { waitForInput(milliseconds: 0) }

  /// Waits for input; whether there is any now.
  func waitForInput(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Closes the descriptor; call nothing else afterwards.
  func close() {
    Glibc.close(descriptor)
  }
}
