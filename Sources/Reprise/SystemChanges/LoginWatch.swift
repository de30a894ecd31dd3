import Dispatch
import Foundation
import SystemSupport

/// Hears of logind that the login's session is locked, or that the machine goes to sleep (contract 8.3.4, 8.3.9).
///
/// The companion `reprise-session` asks sd-bus, which this program is linked without. It holds up the sleep of the
/// machine, for a few seconds at most, until ``didLock()``, or until this process ends. The kernel wakes the app; nothing
/// wakes it while nothing happens.
public final class LoginWatch {
  /// The name of the companion.
  public nonisolated static let companionName = "reprise-session"

  /// The variable that says where it lies, for installations of another shape.
  public nonisolated static let companionVariable = "REPRISE_SESSION"

  /// The variable that says where the bus is; the companion has no environment of its own.
  nonisolated static let busVariable = "DBUS_SYSTEM_BUS_ADDRESS"

  /// What is heard.
  enum Event: Equatable {
    /// The session is locked, or the machine is about to sleep.
    case lock
    /// Why something is not heard, for the log.
    case remark(String)
  }

  /// The companion, as the kernel numbers it.
  var companionIdentifier: pid_t { companion.identifier }

  /// Readable when there is something to hear, for tests.
  var descriptor: Int32 { companion.channel }

  private let companion: Companion
  private let source: any DispatchSourceRead
  private let action: (Event) -> Void
  private var received: [UInt8] = []
  private var isOver = false

  /// Starts the companion, which looks for the bus; nothing waits for it.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - delay: How long the machine waits with sleeping for ``didLock()``, in milliseconds.
  ///   - action: Called on the main thread.
  /// - Throws: ``Problem``, with a line that says why nothing is heard.
  init(
    variables: [String: String], delay: Int = 3000, action: @escaping (Event) -> Void
  ) throws(Problem) {
    let request = Array("\(delay) \(variables[Self.busVariable] ?? "")".utf8)
    guard request.count <= Int(UInt8.max) else { throw Problem("\(Self.busVariable) is too long") }
    companion = try Self.start(variables)
    self.action = action
    let channel = companion.channel
    source = DispatchSource.makeReadSource(fileDescriptor: channel, queue: .main)
    source.setEventHandler { [weak self] in self?.listen() }
    source.setCancelHandler { [companion] in companion.end() }
    source.activate()
    send([LoginFrame.watch, UInt8(request.count)] + request)
  }

  isolated deinit {
    // The companion hears the end at once, the source lets go of the channel later.
    if !isOver { shutdown(companion.channel, Int32(SHUT_RDWR)) }
    source.cancel()
  }

  private static func start(_ variables: [String: String]) throws(Problem) -> Companion {
    let path: String
    do throws(Companion.Missing) {
      path = try Companion.locate(companionName, variable: companionVariable, in: variables)
    } catch {
      throw switch error {
      case .named(let path): Problem("\(companionVariable) names no program: \(path)")
      case .absent(let directory): Problem("\(companionName) is missing in \(directory)")
      }
    }
    do throws(Companion.StartFailure) {
      return try Companion(executable: path, signals: .own)
    } catch {
      throw Problem("cannot start \(path): \(String(cString: strerror(error.code)))")
    }
  }

  /// Why nothing is heard.
  struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  // MARK: - Listening

  /// Hears what was said already, as before the app is seen again after it was stopped.
  func listen() {
    guard !isOver else { return }
    var piece = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = retryingInterrupted {
        recv(companion.channel, &piece, piece.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 else {
        if count < 0, errno == EAGAIN { return }
        return end(saying: "\(Self.companionName) ended")
      }
      received += piece[..<count]
      while let frame = LoginFrame(takenFrom: &received) {
        take(frame)
        if isOver { return }
      }
    }
  }

  private func take(_ frame: LoginFrame) {
    switch frame.kind {
    case LoginFrame.lock, LoginFrame.sleep: action(.lock)
    case LoginFrame.watching: if !frame.text.isEmpty { action(.remark(frame.text)) }
    case LoginFrame.error: end(saying: frame.text)
    default: end(saying: "\(Self.companionName) talks nonsense")
    }
  }

  /// Ends the companion: whatever it says later is not heard.
  private func end(saying line: String) {
    guard !isOver else { return }
    isOver = true
    source.cancel()
    action(.remark(line))
  }

  // MARK: - Saying

  /// Says that it is locked, so that the machine may sleep.
  func didLock() {
    if !isOver { send([LoginFrame.done, 0]) }
  }

  /// Sends a short frame, which a companion that lives has room for.
  private func send(_ bytes: [UInt8]) {
    _ = Foundation.send(
      companion.channel, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }
}
