import Foundation
import Terminal

/// Reads the options of command lines that draw pictures of screens.
nonisolated package enum PictureOptions {
  /// Reads keys; see ``KeyScript``.
  ///
  /// - Throws: If the text names a key that does not exist.
  package static func keys(_ text: String) throws(CommandFailure) -> [KeyPress] {
    let script = KeyScript(text)
    if let name = script.unknownNames.first {
      throw CommandFailure(
        status: .usage,
        message:
          "\"<\(name)>\" is not a key: names are Enter, Esc, Tab, Backspace, Del, Up, Down, Left, "
          + "Right, Home, End, PgUp, PgDn, F1, ^S, Alt-x, Shift-Tab, and lt for <")
    }
    return script.keys
  }

  /// Reads columns and rows, as in `100x30`.
  ///
  /// - Throws: If the text is not a size, or larger than 1000.
  package static func size(_ text: String) throws(CommandFailure) -> Size {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts.allSatisfy({ (1...1000).contains($0) }) else {
      throw CommandFailure(
        status: .usage, message: "\"\(text)\" is not a size: write columns x rows, such as 100x30")
    }
    return Size(width: parts[0], height: parts[1])
  }

  /// Reads the name of a theme, or the path of a theme file that ends in `.toml`.
  ///
  /// - Throws: If no theme has that name, or the file is not a theme.
  package static func theme(_ name: String) throws(CommandFailure) -> Theme {
    if let name = Theme.Name(rawValue: name) { return Theme(name, colors: 256) }
    if name.hasSuffix(".toml") {
      guard let file = ThemeFile(path: name) else {
        throw CommandFailure(status: .usage, message: "there is no file \(name)")
      }
      if let definition = file.definition { return Theme(definition, colors: 256) }
      throw CommandFailure(
        status: .usage, message: file.problems.map(\.description).joined(separator: "\n"))
    }
    let names = Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")
    throw CommandFailure(
      status: .usage, message: "\"\(name)\" is not a theme: use one of \(names)")
  }

  /// The function that writes a frame to a file of this name: `.svg`, `.ans` (for `cat`) or `.txt`.
  ///
  /// - Parameters:
  ///   - file: The name.
  ///   - theme: The theme that the screen was drawn with, which decides the background.
  /// - Throws: If the name ends otherwise.
  package static func drawing(
    forFile file: String, theme: Theme = Theme(.dark, colors: 256)
  ) throws(CommandFailure) -> (Frame) -> String {
    switch (file as NSString).pathExtension {
    case "svg": return { $0.svg(on: .paper(for: theme)) }
    case "ans": return { $0.ansi() }
    case "txt": return { $0.plainText() }
    default:
      throw CommandFailure(
        status: .usage, message: "\(file): the name must end in .svg, .ans or .txt")
    }
  }
}
