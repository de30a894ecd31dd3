import Foundation
import Reprise
import Storage
import Synchronization
import Terminal

/// Makes cells of pictures, in a companion process that has access to nothing.
///
/// `reprise-pictures` decodes JPEG and PNG under limits of time and memory, with a pipe each way and
/// nothing else open; one process a picture, and as many at once as there are processors. A file that crashes it, or takes too long, is a line on the
/// screen. Without it everything else works.
///
/// ```swift
/// let decoder = PictureDecoder(cache: PictureCache(directory: cacheDirectory))
/// let request = PictureRequest(size: Size(width: 40, height: 20), colors: .palette)
/// let cells = try decoder.cells(of: PictureSource(path: path), request)
/// ```
nonisolated public struct PictureDecoder: Sendable {
  /// The name of the companion.
  public static let companionName = "reprise-pictures"

  /// The variable that says where it lies, for installations of another shape.
  public static let companionVariable = "REPRISE_PICTURES"

  private let companion: String?
  private let cache: PictureCache?
  private let deadline: Int
  private let gate = DecodingGate()
  private let forgetting = Forgetting()

  /// Makes a decoder; nothing is started or looked for.
  ///
  /// - Parameters:
  ///   - companion: Where the companion lies; `nil` to look for it when it is needed.
  ///   - cache: Where cells are kept; `nil` for nowhere.
  ///   - deadline: How long a picture may take, in milliseconds.
  public init(companion: String? = nil, cache: PictureCache? = nil, deadline: Int = 10_000) {
    self.companion = companion
    self.cache = cache
    self.deadline = deadline
  }

  /// Where the companion lies: at ``companionVariable``, beside this program or in `../libexec`.
  public static func locateCompanion(
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(PictureError) -> String {
    do throws(Companion.Missing) {
      return try Companion.locate(companionName, variable: companionVariable, in: variables)
    } catch {
      throw switch error {
      case .named(let path):
        PictureError(.companionMissing, "\(companionVariable) names no program: \(path)")
      case .absent(let directory):
        PictureError(
          .companionMissing,
          "pictures need the program \(companionName), which is missing in \(directory)")
      }
    }
  }

  /// Removes what is kept of all pictures but some, as when nobody but their owner may see the others any more.
  ///
  /// What is decoded meanwhile is not kept either.
  ///
  /// - Parameter identities: Those of the sources that stay; none of them may contain a hyphen.
  public func forgetAll(except identities: Set<String>) {
    forgetting.forget { cache?.removeAll(except: identities) }
  }

  /// Decodes a picture; takes as long as that takes.
  ///
  /// - Parameters:
  ///   - source: Where its bytes come from.
  ///   - request: Which part of it is wanted, in how many cells.
  ///   - isCancelled: Asked now and then; `true` ends it.
  /// - Throws: One line that says why there is no picture.
  public func cells(
    of source: PictureSource, _ request: PictureRequest, isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> PictureCells {
    // Pixels are a hundred times as many bytes as cells, too many to keep.
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
        .crashed, "the program that decodes pictures answered nonsense about “\(name)”")
    case .timedOut:
      PictureError(
        .timedOut, "“\(name)” was not decoded within \(max(1, deadline / 1000)) s and given up")
    case .inputFailed(let code):
      PictureError(.unreadable, "cannot read “\(name)”: \(reason(code))")
    case .cancelled: PictureError(.cancelled, "“\(name)” is not wanted any more")
    }
  }
}

/// Lets as many pictures be decoded at once as there are processors: each takes a process with memory of its own, and a
/// screen full of them would otherwise start them all.
///
/// The processors are counted for the first picture: that reads files of the system, and no launch waits for it.
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

  /// Waits for a place.
  ///
  /// - Parameter isCancelled: Asked now and then; `true` ends the waiting.
  /// - Returns: Whether there is one; give it back with ``leave()``.
  func enter(unless isCancelled: () -> Bool) -> Bool {
    let places = places
    while places.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isCancelled() { return false }
    }
    return true
  }

  /// Gives the place to the next one.
  func leave() { places.signal() }
}

/// Why a picture cannot be shown, in one line.
nonisolated public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The companion program is not installed.
    case companionMissing
    /// The file cannot be opened or read.
    case unreadable
    /// The file is no JPEG and no PNG.
    case unknownFormat
    /// The file is damaged or cut short.
    case damaged
    /// It has more pixels or bytes than are decoded.
    case tooLarge
    /// It takes more memory than the companion may have.
    case noMemory
    /// The companion crashed, or answered what cannot be.
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
