import Foundation
import Reprise
import Storage
import Synchronization
import Terminal

/// Converts pictures and pages to cells, in sandboxed companion processes.
///
/// `reprise-pictures` decodes JPEG and PNG under time and memory limits, with a pipe each way and nothing else open;
/// each picture gets its own process, and as many run at once as there are processors. WebP, HEIC and the pages of a PDF
/// first become a JPEG in `reprise-documents`, which looks for the libraries when it runs. For a file that crashes a
/// companion or takes too long, a line appears on the screen. Without the companions everything else works.
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

  /// The name of the companion for WebP, HEIC and PDF.
  public static let documentCompanionName = "reprise-documents"

  /// The environment variable with its path, for nonstandard installations.
  public static let documentCompanionVariable = "REPRISE_DOCUMENTS"

  private let companion: String?
  private let documents: String?
  private let cache: PictureCache?
  private let deadline: Int
  private let gate = DecodingGate()
  private let forgetting = Forgetting()

  /// Makes a decoder; nothing is started or looked for.
  ///
  /// - Parameters:
  ///   - companion: The path of the companion for pictures; `nil` to look for it when it is needed.
  ///   - documents: The path of the companion for WebP, HEIC and PDF; `nil` to look for it when it is needed.
  ///   - cache: The cache for cells; `nil` for none.
  ///   - deadline: The time limit for a picture, in milliseconds.
  public init(
    companion: String? = nil, documents: String? = nil, cache: PictureCache? = nil,
    deadline: Int = 10_000
  ) {
    self.companion = companion
    self.documents = documents
    self.cache = cache
    self.deadline = deadline
  }

  /// Finds the companion: at ``companionVariable``, next to this program or in `../libexec`.
  public static func locateCompanion(
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(PictureError) -> String {
    try locate(companionName, companionVariable, for: "pictures", in: variables)
  }

  /// Finds the companion for WebP, HEIC and PDF: at ``documentCompanionVariable``, next to this program or in
  /// `../libexec`.
  public static func locateDocumentCompanion(
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(PictureError) -> String {
    try locate(
      documentCompanionName, documentCompanionVariable, for: "WebP, HEIC and PDF files",
      in: variables)
  }

  private static func locate(
    _ name: String, _ variable: String, for files: String, in variables: [String: String]
  ) throws(PictureError) -> String {
    do throws(Companion.Missing) {
      return try Companion.locate(name, variable: variable, in: variables)
    } catch {
      throw switch error {
      case .named(let path):
        PictureError(.companionMissing, "\(variable) does not name a program: \(path)")
      case .absent(let directory):
        PictureError(
          .companionMissing,
          "\(files) need the program \(name), which is missing in \(directory)")
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
    let cache = request.cellPixels == nil && source.isCacheable ? cache : nil
    if let bytes = source.identity.flatMap({ cache?.read($0, request) }),
      let cells = try? PictureReply.cells(from: bytes, for: request, name: source.name)
    {
      return cells
    }
    let time = forgetting.time
    let executable =
      if let companion { companion } else { try Self.locateCompanion() }
    try enterGate(for: source, unless: isCancelled)
    defer { gate.leave() }
    let (file, length) = try source.open()
    defer { close(file) }
    var bytes: [UInt8]
    if let format = PictureSource.format(of: file), format.needsLibrary {
      let page = try decodedPage(
        file: file, length: length, format, source.name, page: request.page, side: request.side,
        isCancelled)
      let head = request.bytes(length: page.jpeg.count) + page.jpeg
      bytes = try answer(
        executable, head: head, file: nil, limit: PictureReply.maximumLength(for: request),
        name: source.name, isCancelled)
      bytes = DecodedOrigin(page).bytes + bytes
    } else {
      bytes = try answer(
        executable, head: request.bytes(length: length), file: file,
        limit: PictureReply.maximumLength(for: request), name: source.name, isCancelled)
    }
    let cells = try PictureReply.cells(from: bytes, for: request, name: source.name)
    if let identity = source.identity {
      forgetting.unlessForgotten(since: time) { cache?.write(bytes, identity, request) }
    }
    return cells
  }

  /// Decodes a WebP or HEIC photo or a page of a PDF as a JPEG, and blocks until it is done.
  ///
  /// ```swift
  /// let receipt = try PictureDecoder().page(0, of: PictureSource(path: path), side: 1800)
  /// ```
  ///
  /// - Parameters:
  ///   - index: The index of the page; 0 for a photo.
  ///   - source: The source of its bytes.
  ///   - side: The longest side of the JPEG, in pixels, at most 4096; a photo isn't enlarged.
  ///   - isCancelled: Called now and then; `true` ends the decoding.
  /// - Throws: The reason why there is no page, in one line; `unknownFormat` also for a JPEG or PNG, which other programs
  ///   open as it is.
  public func page(
    _ index: Int, of source: PictureSource, side: Int, isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> DecodedPage {
    try enterGate(for: source, unless: isCancelled)
    defer { gate.leave() }
    let (file, length) = try source.open()
    defer { close(file) }
    guard let format = PictureSource.format(of: file), format.needsLibrary else {
      throw PictureError(.unknownFormat, "“\(source.name)” is not a WebP, HEIC or PDF")
    }
    return try decodedPage(
      file: file, length: length, format, source.name, page: max(0, index),
      side: min(PictureRequest.largestSide, max(1, side)), isCancelled)
  }

  private func enterGate(
    for source: PictureSource, unless isCancelled: () -> Bool
  ) throws(PictureError) {
    guard gate.enter(unless: isCancelled) else {
      throw Self.failure(.cancelled, name: source.name, executable: "", deadline: deadline)
    }
  }

  private func decodedPage(
    file: Int32, length: Int, _ format: PictureFormat, _ name: String, page: Int, side: Int,
    _ isCancelled: () -> Bool
  ) throws(PictureError) -> DecodedPage {
    let executable =
      if let documents { documents } else { try Self.locateDocumentCompanion() }
    let bytes = try answer(
      executable, head: DocumentReply.request(page: page, side: side, length: length), file: file,
      limit: DocumentReply.maximumLength, name: name, isCancelled)
    return try DocumentReply.page(from: bytes, format, name: name)
  }

  private func answer(
    _ executable: String, head: [UInt8], file: Int32?, limit: Int, name: String,
    _ isCancelled: () -> Bool
  ) throws(PictureError) -> [UInt8] {
    do throws(CompanionProcess.Failure) {
      let process = try CompanionProcess(executable: executable)
      let answer = try process.ask(
        head: head, file: file, limit: limit, deadline: deadline, isCancelled: isCancelled)
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
