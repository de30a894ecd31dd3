import Foundation
import Terminal

nonisolated extension PTYProcess {
  /// Starts an executable of the package under test.
  ///
  /// Name the executable's target among the dependencies of the test target, so that it is built.
  ///
  /// - Parameters:
  ///   - product: Its name.
  ///   - arguments: The words after the name.
  ///   - environment: All of its variables; name at least a `HOME` of its own.
  ///   - size: The window.
  /// - Throws: ``PTYError/cannotStart(_:errno:)`` when it was not built.
  public convenience init(
    product: String, _ arguments: [String] = [], environment: [String: String],
    size: Size = Size(width: 80, height: 24)
  ) throws(PTYError) {
    try self.init(
      Self.path(ofProduct: product), arguments, environment: environment, size: size)
  }

  /// Where the build puts an executable: beside the program that runs the tests.
  public static func path(ofProduct name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
  }
}
