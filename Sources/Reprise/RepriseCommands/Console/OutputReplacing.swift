import ArgumentParser
import Reprise

/// The option of every command that writes a file: whether it may replace one.
public struct OutputReplacing: ParsableArguments {
  /// Whether the person said so.
  @Flag(name: [.short, .long], help: "Replace the file if it is there already.")
  public var force = false

  /// Made by the argument parser.
  public init() {}

  /// Whether the file at a path may be replaced: asked for with `--force`, or confirmed on a terminal.
  ///
  /// - Throws: `cannotCreate` if the answer is no.
  public func mayReplace(_ path: String) throws -> Bool {
    guard !force, Console.hasPerson, OutputFile.wouldReplace(path) else { return force }
    guard Console.confirms("Replace \(path)?") else {
      throw CommandFailure(status: .cannotCreate, message: "\(path) is as it was")
    }
    return true
  }
}
