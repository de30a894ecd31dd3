import Foundation
import TestSupport
import Testing

/// Tests start programs with `ChildProcess`.
///
/// Foundation's `Process` waits with `select`, which goes beyond the end of its list where a process has more than 1,024
/// files open, as a run of all tests has: it crashes, or waits for ever.
@Suite struct ProcessTests {
  @Test func noTestStartsAProgramWithFoundation() throws {
    let tests = Checkout.root.appending(path: "Tests")
    for name in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where name.hasSuffix(".swift") && !name.hasPrefix("StructureTests/") {
      let source = try String(contentsOf: tests.appending(path: name), encoding: .utf8)
      #expect(!source.contains(/\bProcess\(\)/), "\(name)")
    }
  }
}
