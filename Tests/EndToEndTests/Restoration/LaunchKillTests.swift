import Foundation
import RepriseTesting
import Testing

/// Kills while the program starts (reliability T9): they converge, and lose nothing.
@Suite(.waitsForProcesses) struct LaunchKillTests {
  /// Five launches in a row are killed at moments that a seed chooses, with their guardian or alone; the
  /// one after them is where the person was, form and all.
  @Test(arguments: 0..<6) func fiveInARowLoseNothing(_ seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let home = try Home()
    let first = try home.open()
    let picture = try first.press(script: "jjj<Enter>e\(WaysInForm.toDescription)two words").visible
    try first.killEverything()
    var moments: [UInt32] = []
    for _ in 0..<5 {
      let app = try home.launch()
      let moment = UInt32.random(in: 0..<300_000, using: &numbers)
      moments.append(moment)
      usleep(moment)
      if Bool.random(using: &numbers), let child = app.app {
        app.signal(SIGKILL, to: child)
        try app.waitForExit()
      } else {
        try app.killEverything()
      }
    }
    let again = try home.open()
    #expect(
      again.picture.visible.difference(from: picture) == nil,
      "seed \(seed), killed after \(moments) µs")
    #expect(home.namesInQuarantine.isEmpty, "seed \(seed), killed after \(moments) µs")
    try again.killEverything()
  }
}
