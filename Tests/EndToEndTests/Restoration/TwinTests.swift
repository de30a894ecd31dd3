import Reprise
import RepriseTesting
import Testing

@Suite(.waitsForProcesses) struct TwinTests {
  @Test(arguments: [
    "", "jj", "2<Enter>", "nTea\(WaysInForm.toDescription)Green", "/tea", "?", "Gg", "E",
    "n\(WaysInForm.toSold)<Enter><Tab><Tab><Tab><Tab>Sold<Enter>to 茶馆<Enter><Enter>X<Up><Up>",
  ])
  func twinShowsTheSameScreen(_ script: String) async throws {
    let keys = KeyScript(script).keys
    let pictures = try await Twin.pictures(after: keys)
    let home = try Home()
    let app = try home.open()
    #expect(app.picture.visible.difference(from: pictures[0]) == nil)
    for (key, expected) in zip(keys, pictures.dropFirst()) {
      app.press(key)
      try app.waitUntilIdle()
      #expect(app.picture.visible.difference(from: expected) == nil)
    }
  }
}
