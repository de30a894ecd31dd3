import Foundation
import RepriseTesting
import Testing

/// Kills during launches (reliability T9) converge and lose nothing.
@Suite(.waitsForProcesses) struct LaunchKillTests {
  /// Kills five launches in a row at random moments, with or without the guardian; the next one restores the screen
  /// and the form.
  @Test(arguments: 0..<6) func fiveKilledLaunchesLoseNothing(_ seed: UInt64) throws {
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
