/// Why a storyboard cannot be used: which file, where in it, what is wrong, what to do.
public nonisolated struct StoryboardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as in `main.storyboard`.
  public var file: String

  /// The line, from 1; `nil` when the file itself could not be read.
  public var line: Int?

  /// The character in the line, from 1.
  public var column: Int?

  /// What is wrong and what to do.
  public var reason: String

  /// One line for a person: `main.storyboard:7:9: no scene is called "itms": …`.
  public var description: String {
    let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "\(file)\(place): \(reason)"
  }
}
