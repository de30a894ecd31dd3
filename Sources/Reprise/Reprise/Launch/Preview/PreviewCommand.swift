import Foundation
import Terminal

/// Prints a screen of a list: `preview [NAME] [--size 60x12] [--keys KEYS] [--output FILE]`.
///
/// Five lines turn it into a program:
///
/// ```swift
/// @main enum Screens {
///   static func main() { PreviewCommand(screens: [Preview("list", of: NotesApp.self)]).run() }
/// }
/// ```
public struct PreviewCommand {
  private let screens: [Preview]

  /// Makes a command.
  ///
  /// - Parameter screens: The screens to choose from.
  public init(screens: [Preview]) {
    self.screens = screens
  }

  /// Runs the command with the program's arguments, and ends the program.
  public func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) -> Never {
    do {
      let request = try PreviewRequest(arguments)
      let text = try output(for: request)
      if let file = request.file {
        try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
      } else {
        FileHandle.standardOutput.write(Data(text.utf8))
      }
      exit(0)
    } catch {
      let failure = CommandFailure(describing: error)
      StandardError.say("preview: \(failure.message)")
      exit(failure.status.rawValue)
    }
  }

  /// The text to print or to write: the picture, or the names of all screens if none is named.
  ///
  /// - Throws: ``CommandFailure`` if there is no such screen.
  func output(for request: PreviewRequest) throws -> String {
    guard let name = request.name else {
      return screens.map { "\($0.name)\n" }.joined()
    }
    guard let screen = screens.first(where: { $0.name == name }) else {
      let names = screens.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        status: .noInput, message: "there is no screen \"\(name)\"; the screens are: \(names)")
    }
    let draw = try request.file.map { try PictureOptions.drawing(forFile: $0) } ?? Self.drawingHere
    let text = draw(try screen.frame(size: request.size, keys: request.keys))
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// With colors on a terminal, unless `NO_COLOR` is set.
  private static func drawingHere(_ frame: Frame) -> String {
    let mindsColor = !(ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    return isatty(STDOUT_FILENO) == 1 && !mindsColor ? frame.ansi() : frame.plainText()
  }
}

/// The arguments after `preview`.
nonisolated struct PreviewRequest {
  var name: String?
  var size: Size?
  var keys: String?
  var file: String?

  /// Parses the arguments.
  ///
  /// - Throws: ``CommandFailure`` for an unknown option, or one without its value.
  init(_ words: [String]) throws(CommandFailure) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--size": size = try PictureOptions.size(try Self.value(of: word, in: &words))
      case "--keys": keys = try Self.value(of: word, in: &words)
      case "--output", "-o": file = try Self.value(of: word, in: &words)
      default:
        guard name == nil, !word.hasPrefix("-") else {
          throw CommandFailure(
            status: .usage,
            message: "\"\(word)\" is unexpected: preview [NAME] [--size 60x12] [--keys KEYS] "
              + "[--output FILE]")
        }
        name = word
      }
    }
  }

  private static func value(
    of option: String, in words: inout ArraySlice<String>
  ) throws(CommandFailure) -> String {
    guard let value = words.popFirst() else {
      throw CommandFailure(status: .usage, message: "\(option) needs a value")
    }
    return value
  }
}
