import Foundation
import Storage

/// Where the companion lies, and whether it can do anything.
public enum PostgresProgram {
  /// The library with which it speaks to a server.
  public static let library = "libpq.so.5"

  /// The name of it.
  public static let name = "keepsake-postgres"

  /// The variable that says where it lies, for installations of another shape.
  public static let variable = "KEEPSAKE_LINE"

  /// Whether the companion at a path finds its library.
  ///
  /// A program that is linked statically cannot look itself: what it loads crashes it.
  public static func hasLibrary(_ path: String) -> Bool {
    guard let companion = try? Companion(executable: path, arguments: ["check"]) else {
      return false
    }
    defer { companion.end() }
    // A companion that does not know the question ends without an answer.
    shutdown(companion.channel, Int32(SHUT_WR))
    var answer: UInt8 = 0
    return retryingInterrupted { read(companion.channel, &answer, 1) } == 1
      && answer == UInt8(ascii: "y")
  }

  /// Finds it: at ``variable``, beside this program or in `../libexec`.
  public static func locate() throws(SyncError) -> String {
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
