import CTerminal
import Glibc

/// The terminal device file: opened for the app alone, with its modes.
struct TTY {
  /// The open descriptor, non-blocking and closed on exec.
  let descriptor: Int32

  /// The modes from before the app's own; not known while the terminal was never taken.
  private var savedModes: termios?

  /// Opens the terminal that standard output leads to.
  init() throws(TerminalError) {
    descriptor = terminal_tty_open()
    guard descriptor >= 0 else { throw .notATerminal }
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else {
      Glibc.close(descriptor)
      throw .notATerminal
    }
  }

  /// Notes the modes that are to be given back: those at the first time that the terminal is taken.
  ///
  /// Not earlier: in the background they are those of whoever has the terminal.
  mutating func keepModes() -> termios {
    var modes = savedModes ?? termios()
    if savedModes == nil, tcgetattr(descriptor, &modes) == 0 { savedModes = modes }
    return modes
  }

  /// The size of the window, or 80 by 24 when the terminal does not say.
  var size: Size {
    var (width, height): (Int32, Int32) = (80, 24)
    _ = terminal_tty_size(descriptor, &width, &height)
    return Size(width: Int(width), height: Int(height))
  }

  /// Whether job control lets this process use the terminal now.
  var isForeground: Bool { terminal_tty_is_foreground(descriptor) }

  /// Sets the modes for keys one by one.
  func makeRaw() {
    guard var modes = savedModes else { return }
    terminal_tty_make_raw(&modes)
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Sets the modes that were there at first.
  func restoreModes() {
    guard var modes = savedModes else { return }
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Whatever has been typed and not read, about 64 KiB at most; `nil` when the terminal is gone.
  func read() -> [UInt8]? {
    var typed: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while typed.count < 1 << 16 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        typed += buffer[..<count]
        // Less than there was room for is all there is.
        if count < buffer.count { break }
      } else if count < 0, errno == EAGAIN {
        break
      } else if count == 0 || errno != EINTR {
        return typed.isEmpty ? nil : typed
      }
    }
    return typed
  }

  /// Whether something was typed and not read.
  var hasInput: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Closes the descriptor; nothing else may be called afterwards.
  func close() {
    Glibc.close(descriptor)
  }
}
