import ArgumentParser
import Foundation
import Inventory
import Reprise

/// `keepsake screenshot FILE`: draws a screen into a file, without a terminal.
struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a screen into a file: .svg, .ans (for cat) or .txt.",
    discussion: "The keys are pressed on a copy: nothing of yours changes.")

  @Argument(help: "The file to write.")
  var file: String

  @Flag(help: "Draw the sample home instead of your inventory.")
  var demo = false

  @Option(help: "Columns and rows, as in 100x30.")
  var size = "100x30"

  @Option(help: "The theme: dark, light, high-contrast or monochrome.")
  var theme = "dark"

  @Option(help: "Keys to press first, as in 'nLamp<Tab>'.")
  var keys = ""

  func run() throws {
    do {
      let theme = try Self.theme(theme)
      let draw = try Self.format(of: file, theme)
      let size = try Self.size(size)
      let frame = try MainActor.assumeIsolated {
        try Interface.frame(size: size, theme: theme, keys: Self.keys(keys), isDemo: demo)
      }
      let output = try OutputFile(path: file)
      try output.append(Array(draw(frame).utf8))
      try output.commit()
    } catch {
      Console.fail(error)
    }
  }

  nonisolated private static func keys(_ text: String) throws(UsageFailure) -> [KeyPress] {
    let script = KeyScript(text)
    if let name = script.unknownNames.first {
      throw UsageFailure(
        status: .usage,
        message:
          "\"<\(name)>\" is no key: names are Enter, Esc, Tab, Backspace, Del, Up, Down, Left, "
          + "Right, Home, End, PgUp, PgDn, F1, ^S, Alt-x, Shift-Tab, and lt for <")
    }
    return script.keys
  }

  private static func size(_ text: String) throws(UsageFailure) -> Size {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts.allSatisfy({ (1...1000).contains($0) }) else {
      throw UsageFailure(
        status: .usage, message: "\"\(text)\" is no size: write columns x rows, as in 100x30")
    }
    return Size(width: parts[0], height: parts[1])
  }

  private static func theme(_ name: String) throws(UsageFailure) -> Theme {
    if let name = Theme.Name(rawValue: name) { return Theme(name, colors: 256) }
    let names = Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageFailure(
      status: .usage, message: "\"\(name)\" is no theme: there are \(names)")
  }

  private static func format(
    of file: String, _ theme: Theme
  ) throws(UsageFailure) -> (Frame) -> String {
    switch (file as NSString).pathExtension {
    case "svg": return { $0.svg(on: .paper(for: theme)) }
    case "ans": return { $0.ansi() }
    case "txt": return { $0.plainText() }
    default:
      throw UsageFailure(
        status: .usage, message: "\(file): the name has to end in .svg, .ans or .txt")
    }
  }
}
