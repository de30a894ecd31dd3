import Dispatch
import Foundation
import Reprise
import Storage

/// The companion `reprise-logind`, which hears of the system's bus what this program is linked without.
///
/// It watches one thing for as long as this object lives. The kernel wakes the app; nothing wakes it while nothing
/// happens.
final class LogindChannel {
  /// The companion, as the kernel numbers it.
  var companionIdentifier: pid_t { companion.identifier }

  /// Readable when there is something to hear.
  var descriptor: Int32 { companion.channel }

  /// What is heard.
  enum Event: Equatable {
    case frame(kind: UInt8, text: String)
    /// Why nothing is heard any more.
    case end(String)
  }

  private let companion: Companion
  private let source: any DispatchSourceRead
  /// Called on the main thread with what is heard; nothing is before the next turn.
  var onEvent: (Event) -> Void = { _ in }

  /// The longest request, in bytes.
  private static let longestRequest = 512

  private var received = CompanionFrameReader(limit: LogindFrame.longest)
  private(set) var isOver = false

  /// Starts the companion, which looks for the bus; nothing waits for it.
  ///
  /// - Parameters:
  ///   - variables: The environment. The companion has none of its own, so it is told where the bus is.
  ///   - kind: What to watch.
  ///   - words: What it has to know for that, before the address of the bus.
  /// - Throws: ``Problem``, with a line that says why nothing is heard.
  init(
    variables: [String: String], asking kind: UInt8, _ words: String = ""
  ) throws(Problem) {
    let request = Array("\(words)\(variables[LoginWatch.busVariable] ?? "")".utf8)
    guard request.count <= Self.longestRequest else {
      throw Problem("\(LoginWatch.busVariable) is too long")
    }
    companion = try Self.start(variables)
    source = DispatchSource.makeReadSource(fileDescriptor: companion.channel, queue: .main)
    source.setEventHandler { [weak self] in self?.listen() }
    source.setCancelHandler { [companion] in companion.end() }
    source.activate()
    send(kind, request)
  }

  isolated deinit {
    // The companion hears the end at once, the source lets go of the channel later.
    if !isOver { shutdown(companion.channel, Int32(SHUT_RDWR)) }
    source.cancel()
  }

  private static func start(_ variables: [String: String]) throws(Problem) -> Companion {
    let (name, variable) = (LoginWatch.companionName, LoginWatch.companionVariable)
    let path: String
    do throws(Companion.Missing) {
      path = try Companion.locate(name, variable: variable, in: variables)
    } catch {
      throw switch error {
      case .named(let path): Problem("\(variable) names no program: \(path)")
      case .absent(let directory): Problem("\(name) is missing in \(directory)")
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

  /// Hears what was said already.
  func listen() {
    guard !isOver else { return }
    var piece = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = retryingInterrupted {
        recv(companion.channel, &piece, piece.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 else {
        if count < 0, errno == EAGAIN { return }
        return end(saying: "\(LoginWatch.companionName) ended")
      }
      received.append(piece[..<count])
      takeFrames()
      if isOver { return }
    }
  }

  private func takeFrames() {
    do throws(CompanionFrameReader.TooLong) {
      while !isOver, let frame = try received.next() { take(LogindFrame(frame)) }
    } catch {
      endTalkingNonsense()
    }
  }

  private func take(_ frame: LogindFrame) {
    if frame.kind == LogindFrame.error { return end(saying: frame.text) }
    onEvent(.frame(kind: frame.kind, text: frame.text))
  }

  /// Ends it because what the companion said makes no sense.
  func endTalkingNonsense() { end(saying: "\(LoginWatch.companionName) talks nonsense") }

  /// Ends the companion: whatever it says later is not heard.
  private func end(saying line: String) {
    guard !isOver else { return }
    isOver = true
    source.cancel()
    onEvent(.end(line))
  }

  /// Sends a short frame, which a companion that lives has room for.
  func send(_ kind: UInt8, _ payload: [UInt8] = []) {
    guard !isOver else { return }
    let bytes = Array(CompanionFrame(kind: kind, payload: Data(payload)).bytes)
    _ = Foundation.send(
      companion.channel, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }
}

/// A frame from the companion that listens to the system's bus (LogindCompanion/logind_kinds.h is the other end).
struct LogindFrame {
  static let watch = UInt8(ascii: "W")
  static let calls = UInt8(ascii: "C")
  static let done = UInt8(ascii: "D")
  static let watching = UInt8(ascii: "K")
  static let lock = UInt8(ascii: "L")
  static let sleep = UInt8(ascii: "S")
  static let idle = UInt8(ascii: "I")
  static let calling = UInt8(ascii: "T")
  static let error = UInt8(ascii: "E")

  /// The longest payload, in bytes.
  static let longest = 1024

  let kind: UInt8
  /// The payload as one line without control characters.
  let text: String

  init(_ frame: CompanionFrame) {
    kind = frame.kind
    let line = String(decoding: frame.payload, as: UTF8.self)
    text = String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
          default: scalar
          }
        }))
  }
}
