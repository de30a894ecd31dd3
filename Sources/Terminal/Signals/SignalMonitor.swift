import CTerminal
import Dispatch
import Glibc

/// Delivers signals on the main queue, in the order they came.
///
/// A C handler writes each signal's number into a pipe; nothing else happens in signal context.
/// Signals that came together are delivered together.
@MainActor final class SignalMonitor {
  /// What a signal means to the terminal.
  enum Notice: Equatable {
    /// To be handed to the app.
    case signal(SystemSignal)
    /// The window has another size.
    case windowChange
  }

  private let pipe: Int32
  private var source: (any DispatchSourceRead)?

  /// Begins to watch, which must come before ncurses is started.
  ///
  /// Signals wait until ``start(_:)``.
  init() {
    pipe = terminal_signals_watch()
  }

  /// Begins to deliver.
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

  /// Stops watching; signals have their usual meaning again.
  func stop() {
    source?.cancel()
    source = nil
    terminal_signals_unwatch()
  }

  /// The signals that came since the last time, each at most once in a row.
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
