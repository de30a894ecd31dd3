import SystemSupport

/// Where the companion lies.
public enum LineProgram {
  /// The name of it.
  public static let name = "keepsake-line"

  /// The variable that says where it lies, for installations of another shape.
  public static let variable = "KEEPSAKE_LINE"

  /// Finds it: at ``variable``, beside this program or in `../libexec`.
  public static func locate() throws(LineError) -> String {
    do throws(Companion.Missing) {
      return try Companion.locate(name, variable: variable)
    } catch {
      throw switch error {
      case .named(let path): .missingProgram("\(variable) names no program: \(path)")
      case .absent(let directory):
        .missingProgram("a household needs the program \(name), which is missing in \(directory)")
      }
    }
  }
}
