/// The editor that a person has chosen for their terminal.
nonisolated enum ExternalEditor {
  /// The editors to look for if neither variable is set.
  private static let usual = ["vi", "nano"]

  /// The program for a file: that of `VISUAL`, of `EDITOR`, or `vi` or `nano`.
  ///
  /// - Throws: A line for the person.
  static func program(
    for path: String, environment: [String: String]
  ) throws(Subprocess.Failure) -> Subprocess {
    for name in ["VISUAL", "EDITOR"] {
      guard let line = environment[name], line.contains(where: { !$0.isWhitespace }) else {
        continue
      }
      guard let words = Subprocess.words(in: line) else {
        throw Subprocess.Failure("\(name) has a quote that is not closed: correct it")
      }
      let editor = Subprocess(words + [path], environment: environment)
      do throws(Subprocess.Failure) {
        _ = try editor.executable()
      } catch {
        throw Subprocess.Failure("\(error); correct \(name)")
      }
      return editor
    }
    for name in usual {
      let editor = Subprocess([name, path], environment: environment)
      if editor.isThere { return editor }
    }
    throw Subprocess.Failure("No editor found: set EDITOR, for example EDITOR=nano")
  }
}
