import Foundation

/// A helper program, started with nothing but a channel to it.
///
/// It keeps foreign libraries out of the main program. It inherits no file, no environment variable
/// and no signal; its starter talks to it over ``channel`` and ends it.
public struct Companion: Sendable {
  /// It cannot be started.
  public struct StartFailure: Error {
    /// The `errno` of the failed call.
    public let code: Int32
  }

  /// The process group that decides which signals of the terminal it gets.
  public enum Signals: Sendable {
    /// It is stopped and ended at the terminal with the program that started it.
    case shared
    /// A key at the terminal does not reach it: it lasts as long as the channel.
    case own
  }

  /// The process, as the kernel numbers it.
  public let identifier: pid_t

  /// This end of the channel, which is the program's input and output.
  public let channel: Int32

  /// Starts the program with an empty environment and nothing open but its end of the channel.
  public init(
    executable: String, arguments: [String] = [], signals: Signals = .shared
  ) throws(StartFailure) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw StartFailure(code: errno) }
    defer { close(ends[1]) }
    var program = ProgramStart(executable, arguments: [executable] + arguments, environment: [])
    program.streams = [
      STDIN_FILENO: .descriptor(ends[1]), STDOUT_FILENO: .descriptor(ends[1]), STDERR_FILENO: .null,
    ]
    if signals == .own { program.group = .ownSession }
    do throws(ProgramStart.Failure) {
      identifier = try program.start()
    } catch {
      close(ends[0])
      throw StartFailure(code: error.code)
    }
    channel = ends[0]
  }

  /// Kills the program and releases all resources.
  public func end() {
    close(channel)
    endProcess()
  }

  /// Ends the program; the channel stays, with its last output.
  public func endProcess() {
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    _ = retryingInterrupted { waitpid(identifier, &status, 0) }
  }
}

extension Companion {
  /// Why a companion is not found.
  public enum Missing: Error {
    /// The variable names something that cannot be started.
    case named(path: String)
    /// No directory contains it; this is the first of them.
    case absent(directory: String)
  }

  /// Finds a companion at the path in a variable, next to this program, in `../libexec`, or in the subdirectory of
  /// `../libexec` that has this program's name.
  ///
  /// - Parameters:
  ///   - name: The name of the companion's program.
  ///   - variable: The variable that names its path, for other installations.
  ///   - variables: The environment.
  public static func locate(
    _ name: String, variable: String,
    in variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Missing) -> String {
    if let path = variables[variable], !path.isEmpty {
      guard path.hasPrefix("/"), isProgram(path) else { throw .named(path: path) }
      return path
    }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let directory = (own as NSString).deletingLastPathComponent
    let libexec = (directory as NSString).deletingLastPathComponent + "/libexec"
    for place in [directory, libexec, libexec + "/" + (own as NSString).lastPathComponent] {
      let path = place + "/" + name
      if isProgram(path) { return path }
    }
    throw .absent(directory: directory)
  }

  /// Whether a path is an executable regular file: directories also have the permission to execute.
  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}

/// A message between a program and its companion: the length of the payload (4 bytes, little-endian), the kind (1 byte),
/// the payload.
///
/// `CCompanion` is the other end.
public struct CompanionFrame: Equatable, Sendable {
  /// The meaning of the payload; each companion has its own kinds.
  public let kind: UInt8

  /// The payload.
  public let payload: Data

  /// Makes a frame.
  public init(kind: UInt8, payload: Data = Data()) {
    self.kind = kind
    self.payload = payload
  }

  /// The bytes before the payload.
  public static let headLength = 5

  /// The head of a frame whose payload is sent separately.
  ///
  /// - Parameter length: The length of the payload, in bytes.
  public static func head(kind: UInt8, length: Int) -> [UInt8] {
    var head: [UInt8] = []
    head.append(littleEndian: length, count: 4)
    return head + [kind]
  }

  /// The bytes of the whole frame.
  public var bytes: Data { Data(Self.head(kind: kind, length: payload.count)) + payload }
}

/// Cuts the bytes that a companion sends into frames.
public struct CompanionFrameReader: Sendable {
  /// A payload is longer than the limit.
  public struct TooLong: Error {}

  private var received = Data()
  private let limit: Int

  /// Makes a reader.
  ///
  /// - Parameter limit: The longest payload, in bytes.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes that arrived.
  public mutating func append(_ bytes: some Sequence<UInt8>) { received.append(contentsOf: bytes) }

  /// Whether part of a frame is left.
  public var isBetweenFrames: Bool { received.isEmpty }

  /// The next complete frame; `nil` until all of it has arrived.
  public mutating func next() throws(TooLong) -> CompanionFrame? {
    let head = CompanionFrame.headLength
    guard received.count >= head else { return nil }
    let length = received.littleEndian(count: 4)
    guard length <= limit else { throw TooLong() }
    guard received.count >= head + length else { return nil }
    let kind = received[received.startIndex + 4]
    let payload = Data(received.dropFirst(head).prefix(length))
    received =
      received.count == head + length ? Data() : Data(received.dropFirst(head + length))
    return CompanionFrame(kind: kind, payload: payload)
  }
}

extension RangeReplaceableCollection<UInt8> {
  /// Appends the lowest bytes of a number, the lowest first.
  public mutating func append(littleEndian number: Int, count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}

extension Collection<UInt8> {
  /// The number in the first bytes, little-endian.
  public func littleEndian(count: Int) -> Int {
    prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
