import ArgumentParser
import Reprise

/// `keepsake screenshot FILE`: draws a screen into a file without a terminal.
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

  @OptionGroup var replacing: OutputReplacing

  func run() throws {
    do {
      let theme = try PictureOptions.theme(theme)
      let draw = try PictureOptions.drawing(forFile: file, theme: theme)
      let size = try PictureOptions.size(size)
      let keys = try PictureOptions.keys(keys)
      let mayReplace = try replacing.mayReplace(file)
      // Before the drawing, which takes a while.
      let output = try OutputFile(path: file, replaces: mayReplace)
      let frame = try MainActor.assumeIsolated {
        try Interface.frame(size: size, theme: theme, keys: keys, isDemo: demo)
      }
      try output.append(Array(draw(frame).utf8))
      try output.commit()
    } catch {
      Console.fail(error)
    }
  }
}
