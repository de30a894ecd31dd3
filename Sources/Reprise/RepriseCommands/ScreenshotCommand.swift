import ArgumentParser
import Preservation
import Reprise
import Terminal

/// `notes screenshot FILE`: draws a screen into a file without a terminal.
struct ScreenshotCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "screenshot",
      abstract: "Draw a screen to a file: .svg, .ans (for cat) or .txt.",
      discussion: "The keys are pressed on a copy, so your data doesn't change.")
  }

  @Argument(help: "The file to write.")
  var file: String

  @OptionGroup var options: App.Options

  @Option(help: "Columns and rows, for example 100x30.")
  var size = "100x30"

  @Option(help: "The theme, such as dark or gruvbox-light, or the path of a theme file.")
  var theme = "dark"

  @Option(help: "Keys to press first, for example 'nLamp<Tab>'.")
  var keys = ""

  @OptionGroup var replacing: OutputReplacing

  func run() throws {
    do {
      let theme = try PictureOptions.theme(theme)
      let draw = try PictureOptions.drawing(forFile: file, theme: theme)
      let size = try PictureOptions.size(size)
      let keys = try PictureOptions.keys(keys)
      let mayReplace = try replacing.mayReplace(file)
      // Open it before drawing, which takes a while.
      let output = try OutputFile(path: file, replaces: mayReplace)
      let options = options
      let frame = try MainActor.assumeIsolated {
        try Self.picture(size: size, theme: theme, keys: keys, options: options)
      }
      try output.append(Array(draw(frame).utf8))
      try output.commit()
    } catch {
      App.fail(error)
    }
  }

  /// Presses keys without a terminal and returns the screen; stores nothing.
  @MainActor private static func picture(
    size: Size, theme: Theme, keys: [KeyPress], options: App.Options
  ) throws -> Frame {
    let terminal = HeadlessTerminal(
      size: size,
      capabilities: TerminalCapabilities(colors: 256, name: "headless", theme: theme))
    let store = try StateStore.inMemory()
    return try App.withApplication(on: terminal, store: store, session: "main", options: options) {
      try $0.launch()
      return $0.frame(after: keys, on: terminal)
    }
  }
}
