import Foundation
import RepriseTesting
import Terminal
import Testing

/// The delegate's state in a real program survives `kill -9` (contract 1.1.5, 7.12).
@Suite(.waitsForProcesses) struct DelegateStateTests {
  @Test func aKillInFrontLosesNothingOfTheDelegates() throws {
    let app = try RestoringApp()
    var process = try app.start()
    try process.wait(for: "page base, letters 0")
    for count in 1...3 {
      process.type("d")
      try process.wait(for: "letters 0, delegate \(count) and \(count)")
    }
    try process.killEverything()
    process = try app.start()
    try process.wait(for: "letters 0, delegate 3 and 3")
    // The count after the restore survives too.
    process.type("d")
    try process.wait(for: "letters 0, delegate 4 and 4")
    process.type("x")
    try process.wait(for: "letters 1, delegate 4 and 4")
    try process.killEverything()
    try app.start().wait(for: "letters 1, delegate 4 and 4")
  }
}
