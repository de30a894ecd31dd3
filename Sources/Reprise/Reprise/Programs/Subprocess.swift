import Foundation
import Storage

/// Another program to run: its arguments, its environment and its input.
///
/// It inherits no open file, no blocked or ignored signal, and no variable for the kit or the app. No shell reads
/// its arguments.
///
/// ```swift
/// let sort = Subprocess(["sort", "-u"], input: Data("b\na\n".utf8))
/// let exit = try sort.run { bytes in output.append(bytes) }
/// ```
///
/// To give it the terminal, as an editor needs, use ``Application/runInForeground(_:completion:)``.
nonisolated public struct Subprocess: Hashable, Sendable {
  /// The program, as a path or as a name that is looked up in `PATH`, then its arguments.
  public var arguments: [String]

  /// The environment variables.
  public var environment: [String: String]

  /// The standard input.
  public var input: Data

  /// Describes a program; starts nothing.
  public init(
    _ arguments: [String], environment: [String: String] = Subprocess.inheritedEnvironment(),
    input: Data = Data()
  ) {
    self.arguments = arguments
    self.environment = environment
    self.input = input
  }

  /// Why a program could not be started.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line for a person: `“lpr” is not installed`.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// How a program ended.
  public enum Exit: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with a status; 0 means success.
    case status(Int32)
    /// By a signal.
    case signal(Int32)

    /// Reads a status of `waitpid`.
    init(waitStatus: Int32) {
      self = waitStatus & 0x7F == 0 ? .status(waitStatus >> 8 & 0xFF) : .signal(waitStatus & 0x7F)
    }

    /// Whether the program succeeded.
    public var isSuccess: Bool { self == .status(0) }

    /// The end in words: `ended with status 1`.
    public var description: String {
      switch self {
      case .status(let status): "ended with status \(status)"
      case .signal(let number):
        "was ended by signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  /// The environment of this process without the variables that start with certain names.
  ///
  /// - Parameters:
  ///   - prefixes: The beginnings of the names to leave out; `REPRISE_` always is one.
  ///   - variables: The environment.
  public static func inheritedEnvironment(
    withoutPrefixes prefixes: [String] = [],
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String: String] {
    variables.filter { name, _ in !(prefixes + ["REPRISE_"]).contains(where: name.hasPrefix) }
  }

  // MARK: - Starting

  /// The path of the program.
  func executable() throws(Failure) -> String {
    guard let name = arguments.first, !name.isEmpty else { throw Failure("no program is named") }
    if name.contains("/") {
      guard Self.isProgram(name) else {
        throw Failure("“\(name)” is not a program that may be run")
      }
      return name
    }
    let places = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let paths = places.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
    guard let path = paths.first(where: Self.isProgram) else {
      throw Failure("“\(name)” is not installed")
    }
    return path
  }

  /// Whether the program is there and may be run; nothing is started.
  public var isThere: Bool { (try? executable()) != nil }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// Starts the program.
  ///
  /// - Parameter prepare: Sets its streams and its process group.
  func start(_ prepare: (inout ProgramStart) -> Void) throws(Failure) -> pid_t {
    let path = try executable()
    var start = ProgramStart(
      path, arguments: arguments, environment: environment.map { "\($0.key)=\($0.value)" })
    prepare(&start)
    do throws(ProgramStart.Failure) {
      return try start.start()
    } catch {
      throw Failure("“\(path)” cannot be started: \(error.reason)")
    }
  }

  // MARK: - A command line

  /// Splits a command line such as that of `EDITOR` into words, without a shell.
  ///
  /// Quotes and backslashes work as in a shell; nothing else does.
  ///
  /// - Returns: `nil` if a quote is not closed.
  public static func words(in line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        // In double quotes a backslash protects only what has a meaning there.
        let isKept = quote == "\"" && character != "\"" && character != "\\"
        word = (word ?? "") + (isKept ? "\\" : "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let ended = word { words.append(ended) }
    return quote == nil && !isEscaped ? words : nil
  }
}
