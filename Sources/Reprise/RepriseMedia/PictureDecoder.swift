import Foundation
import Reprise
import Storage
import Synchronization
import Terminal

/// Converts pictures to cells, in a sandboxed companion process.
///
/// `reprise-pictures` decodes JPEG and PNG under time and memory limits, with a pipe each way and nothing else open;
/// each picture gets its own process, and as many run at once as there are processors. For a file that crashes it or
/// takes too long, a line appears on the screen. Without the companion everything else works.
///
/// ```swift
/// let decoder = PictureDecoder(cache: PictureCache(directory: cacheDirectory))
/// let request = PictureRequest(size: Size(width: 40, height: 20), colors: .palette)
/// let cells = try decoder.cells(of: PictureSource(path: path), request)
/// ```
nonisolated public struct PictureDecoder: Sendable {
  /// The name of the companion.
  public static let companionName = "reprise-pictures"

  /// The environment variable with its path, for nonstandard installations.
  public static let companionVariable = "REPRISE_PICTURES"

  private let companion: String?
  private let cache: PictureCache?
  private let deadline: Int
  private let gate = DecodingGate()
  private let forgetting = Forgetting()

  /// Makes a decoder; nothing is started or looked for.
  ///
  /// - Parameters:
  ///   - companion: The companion's path; `nil` to look for it when it is needed.
  ///   - cache: The cache for cells; `nil` for none.
  ///   - deadline: The time limit for a picture, in milliseconds.
  public init(companion: String? = nil, cache: PictureCache? = nil, deadline: Int = 10_000) {
    self.companion = companion
    self.cache = cache
    self.deadline = deadline
  }

  /// Finds the companion: at ``companionVariable``, next to this program or in `../libexec`.
  public static func locateCompanion(
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(PictureError) -> String {
    do throws(Companion.Missing) {
      return try Companion.locate(companionName, variable: companionVariable, in: variables)
    } catch {
      throw switch error {
      case .named(let path):
        PictureError(.companionMissing, "\(companionVariable) does not name a program: \(path)")
      case .absent(let directory):
        PictureError(
          .companionMissing,
          "pictures need the program \(companionName), which is missing in \(directory)")
      }
    }
  }

  /// Removes all pictures but some from the cache, for example when the others became private.
  ///
  /// Pictures that are being decoded meanwhile are not cached either.
  ///
  /// - Parameter identities: The identities of the sources to keep; none may contain a hyphen.
  public func forgetAll(except identities: Set<String>) {
    forgetting.forget { cache?.removeAll(except: identities) }
  }

  /// Decodes a picture, and blocks until it is done.
  ///
  /// - Parameters:
  ///   - source: The source of its bytes.
  ///   - request: The part of the picture, and the number of cells.
  ///   - isCancelled: Called now and then; `true` ends the decoding.
  /// - Throws: The reason why there is no picture, in one line.
  public func cells(
    of source: PictureSource, _ request: PictureRequest, isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> PictureCells {
    // Pixels take a hundred times as many bytes as cells, too many to cache.
    let cache = request.cellPixels == nil ? cache : nil
    if let bytes = source.identity.flatMap({ cache?.read($0, request) }),
      let cells = try? PictureReply.cells(from: bytes, for: request, name: source.name)
    {
      return cells
    }
    let time = forgetting.time
    let executable =
      if let companion { companion } else { try Self.locateCompanion() }
    guard gate.enter(unless: isCancelled) else {
      throw Self.failure(.cancelled, name: source.name, executable: executable, deadline: deadline)
    }
    defer { gate.leave() }
    let (file, length) = try source.open()
    defer { close(file) }
    let bytes = try answer(
      executable, request, file: file, length: length, name: source.name, isCancelled)
    let cells = try PictureReply.cells(from: bytes, for: request, name: source.name)
    if let identity = source.identity {
      forgetting.unlessForgotten(since: time) { cache?.write(bytes, identity, request) }
    }
    return cells
  }

  private func answer(
    _ executable: String, _ request: PictureRequest, file: Int32, length: Int, name: String,
    _ isCancelled: () -> Bool
  ) throws(PictureError) -> [UInt8] {
    do throws(CompanionProcess.Failure) {
      let process = try CompanionProcess(executable: executable)
      let answer = try process.ask(
        head: request.bytes(length: length), file: file,
        limit: PictureReply.maximumLength(for: request), deadline: deadline,
        isCancelled: isCancelled)
      guard !answer.isEmpty else { throw .died }
      return answer
    } catch {
      throw Self.failure(error, name: name, executable: executable, deadline: deadline)
    }
  }

  private static func failure(
    _ failure: CompanionProcess.Failure, name: String, executable: String, deadline: Int
  ) -> PictureError {
    func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
    return switch failure {
    case .notStarted(let code):
      PictureError(.companionMissing, "cannot start \(executable): \(reason(code))")
    case .died:
      PictureError(.crashed, "the program that decodes pictures crashed on “\(name)”")
    case .talkedTooMuch:
      PictureError(
        .crashed, "the program that decodes pictures sent an invalid answer for “\(name)”")
    case .timedOut:
      PictureError(
        .timedOut, "“\(name)” took longer than \(max(1, deadline / 1000)) s to decode")
    case .inputFailed(let code):
      PictureError(.unreadable, "cannot read “\(name)”: \(reason(code))")
    case .cancelled: PictureError(.cancelled, "“\(name)” is no longer needed")
    }
  }
}

/// Limits the pictures that are decoded at once to the number of processors: each needs a process with its own memory,
/// and a screen full of pictures would otherwise start them all.
///
/// The processors are counted for the first picture, since counting reads system files and would slow down the launch.
nonisolated final class DecodingGate: Sendable {
  private let made = Mutex<DispatchSemaphore?>(nil)

  private var places: DispatchSemaphore {
    made.withLock { made in
      if let made { return made }
      let places = DispatchSemaphore(value: max(1, ProcessInfo.processInfo.activeProcessorCount))
      made = places
      return places
    }
  }

  /// Waits for a slot.
  ///
  /// - Parameter isCancelled: Called now and then; `true` ends the wait.
  /// - Returns: Whether the caller got a slot; release it with ``leave()``.
  func enter(unless isCancelled: () -> Bool) -> Bool {
    let places = places
    while places.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isCancelled() { return false }
    }
    return true
  }

  /// Releases the slot.
  func leave() { places.signal() }
}

/// The reason why a picture cannot be shown, in one line.
nonisolated public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The companion program is not installed.
    case companionMissing
    /// The file cannot be opened or read.
    case unreadable
    /// The file is neither a JPEG nor a PNG.
    case unknownFormat
    /// The file is damaged or truncated.
    case damaged
    /// It has more pixels or bytes than the decoder accepts.
    case tooLarge
    /// It needs more memory than the companion may use.
    case noMemory
    /// The companion crashed or sent an invalid answer.
    case crashed
    /// The companion took too long.
    case timedOut
    /// The request was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public let kind: Kind

  /// One line for the person.
  public let description: String

  /// Makes an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
