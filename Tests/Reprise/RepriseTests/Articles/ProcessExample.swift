import Glibc
import RepriseTesting
import Testing

/// Shown in the article about tests, where the program is the reader's own.
func theRealProgramComesBackAfterAKill() throws {
  let home = TemporaryHome()
  let app = try PTYProcess(product: "shelf", environment: ["HOME": home.path])
  try app.wait(for: "Shelf")
  app.type("nDu")
  let before = try app.waitUntilIdle()
  try app.killEverything()
  let again = try PTYProcess(product: "shelf", environment: ["HOME": home.path])
  try again.wait(for: "Du")
  #expect(try again.waitUntilIdle().difference(from: before) == nil)
}
