import CGuardian
import CTerminal
import Dispatch
import Glibc

/// Delivers signals on the main queue, in order.
///
/// A C handler writes each signal's number into a pipe; nothing else happens in signal context.
/// Signals that arrive together are delivered together.
@MainActor final class SignalMonitor {
  /// A signal's meaning for the terminal.
  enum Notice: Equatable {
    /// A signal for the app.
    case signal(SystemSignal)
    /// The window has a new size.
    case windowChange
  }

  private let pipe: Int32
  private var source: (any DispatchSourceRead)?

  /// Installs the handlers, which must come before the start of ncurses.
  ///
  /// Signals wait until ``start(_:)``.
  init() {
    pipe = guardian_signals_watch()
  }

  /// Starts delivery.
  func start(_ handler: @escaping @MainActor ([Notice]) -> Void) {
    guard pipe >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .main)
    source.setEventHandler { [weak self] in
      guard let notices = self?.take(), !notices.isEmpty else { return }
      handler(notices)
    }
    self.source = source
    source.activate()
  }

  /// Stops monitoring and restores the signals' default actions.
  func stop() {
    source?.cancel()
    source = nil
    guardian_signals_unwatch()
  }

  /// The signals since the last call; of equal ones in a row only the first.
  private func take() -> [Notice] {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(pipe, &bytes, bytes.count)
    guard count > 0 else { return [] }
    var notices: [Notice] = []
    for byte in bytes[..<count] {
      guard let notice = Self.notice(Int32(byte)), notice != notices.last else { continue }
      notices.append(notice)
    }
    return notices
  }

  private static func notice(_ number: Int32) -> Notice? {
    switch number {
    case SIGTERM: .signal(.terminate)
    case SIGHUP: .signal(.hangup)
    case SIGINT: .signal(.interrupt)
    case SIGQUIT: .signal(.quit)
    case SIGTSTP: .signal(.suspend)
    case SIGCONT: .signal(.resume)
    case SIGWINCH: .windowChange
    default: nil
    }
  }
}
