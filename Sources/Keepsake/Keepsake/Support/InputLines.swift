import Foundation
import Reprise

/// The lines of standard input, for what is not to stand among the arguments.
nonisolated enum InputLines {
  /// The most bytes.
  private static let limit = 1 << 20

  /// Reads all lines that are not blank.
  ///
  /// - Throws: `UsageFailure` for more than a mebibyte, and for what is no UTF-8.
  static func read() throws(UsageFailure) -> [String] {
    let input = FileHandle(fileDescriptor: STDIN_FILENO)
    guard let bytes = try? input.read(upToCount: limit + 1) ?? Data(),
      bytes.count <= limit
    else {
      throw UsageFailure(
        status: .badData, message: "standard input cannot be read, or has more than 1 MiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageFailure(status: .badData, message: "standard input is no UTF-8 text")
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
