import Foundation
import TestSupport
import Testing

/// Tests start programs with `ChildProcess`.
///
/// Foundation's `Process` waits with `select`. In a process with more than 1,024 open files, as in a run of all
/// tests, `select` accesses memory beyond its descriptor set, so `Process` crashes or waits forever.
@Suite struct ProcessTests {
  @Test func noTestUsesFoundationProcess() throws {
    let tests = Checkout.root.appending(path: "Tests")
    for name in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where name.hasSuffix(".swift") && !name.hasPrefix("StructureTests/") {
      let source = try String(contentsOf: tests.appending(path: name), encoding: .utf8)
      #expect(!source.contains(/\bProcess\(\)/), "\(name)")
    }
  }
}
