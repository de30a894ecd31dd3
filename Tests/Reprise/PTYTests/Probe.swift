import Foundation
import RepriseTesting
import Terminal

/// The probe app in a pseudo-terminal.
enum ProbeApp {
  /// The built program, next to the test bundle.
  static var path: String {
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
    let products =
      bundle.map { URL(filePath: $0).deletingLastPathComponent() }
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return products.appending(path: "TerminalProbe").path
  }

  /// Starts the probe and waits for its first frame.
  static func start(
    _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 80, height: 24)
  ) throws -> PTYProcess {
    let process = try PTYProcess(path, arguments, environment: environment, size: size)
    try process.wait(for: "probe \(size.width)x\(size.height)")
    return process
  }
}
