import Dispatch
import Foundation
import Reprise
import Storage

/// The companion `reprise-logind`, which watches the system bus for this program, which is linked without sd-bus.
///
/// It watches one thing for as long as this object lives. The kernel wakes the app only for an event.
final class LogindChannel {
  /// The companion's process ID.
  var companionIdentifier: pid_t { companion.identifier }

  /// Readable when there are events.
  var descriptor: Int32 { companion.channel }

  /// An event from the companion.
  enum Event: Equatable {
    case frame(kind: UInt8, text: String)
    /// The watch has ended, for this reason.
    case end(String)
  }

  private let companion: Companion
  private let source: any DispatchSourceRead
  /// Called on the main thread with each event, and never before the next turn.
  var onEvent: (Event) -> Void = { _ in }

  /// The longest request, in bytes.
  private static let longestRequest = 512

  private var received = CompanionFrameReader(limit: LogindFrame.longest)
  private(set) var isOver = false

  /// Starts the companion, which connects to the bus, and returns without waiting.
  ///
  /// - Parameters:
  ///   - variables: The environment. The companion runs without one, so the request contains the bus's address.
  ///   - kind: The kind of watch.
  ///   - words: The parameters of the watch, which precede the address of the bus.
  /// - Throws: ``Problem``, with the reason in one line.
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
    // The companion notices the end at once; the source releases the channel later.
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
      case .named(let path): Problem("\(variable) does not name a program: \(path)")
      case .absent(let directory): Problem("\(name) is missing in \(directory)")
      }
    }
    do throws(Companion.StartFailure) {
      return try Companion(executable: path, signals: .own)
    } catch {
      throw Problem("cannot start \(path): \(String(cString: strerror(error.code)))")
    }
  }

  /// The reason why nothing can be watched.
  struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  // MARK: - Listening

  /// Handles the pending frames.
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

  /// Ends the channel because the companion sent invalid data.
  func endTalkingNonsense() { end(saying: "\(LoginWatch.companionName) sent invalid data") }

  /// Ends the companion; later frames are ignored.
  private func end(saying line: String) {
    guard !isOver else { return }
    isOver = true
    source.cancel()
    onEvent(.end(line))
  }

  /// Sends a short frame; a running companion always has room for it.
  func send(_ kind: UInt8, _ payload: [UInt8] = []) {
    guard !isOver else { return }
    let bytes = Array(CompanionFrame(kind: kind, payload: Data(payload)).bytes)
    _ = Foundation.send(
      companion.channel, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }
}

/// A frame from the companion that listens to the system bus (LogindCompanion/logind_kinds.h is the other end).
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
