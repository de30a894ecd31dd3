import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import playlist

/// A data source of the app's own: selection and position follow the song, not its row.
@Suite @MainActor struct PlaylistTests {
  private func pilot(restarts: Bool = false) throws -> Pilot {
    try Pilot(
      app: PlaylistApp.self, size: Size(width: 44, height: 10), restartsAfterEveryEvent: restarts)
  }

  /// The title of the song under the cursor.
  private func song(_ pilot: Pilot) -> String {
    guard let cursor = pilot.frame.cursor else { return "" }
    return pilot.frame.plainText(row: cursor.y).filter { $0 != "≡" }
      .trimmingCharacters(in: .whitespaces)
  }

  @Test(arguments: [false, true])
  func theCursorStaysOnTheSongWhenRowsMove(restarts: Bool) throws {
    let pilot = try pilot(restarts: restarts)
    try pilot.press(KeyPress(.down))
    #expect(song(pilot) == "Freddie Freeloader" && pilot.frame.cursor?.y == 2)
    try pilot.press(.character("s"))
    #expect(song(pilot) == "Freddie Freeloader" && pilot.frame.cursor?.y == 4)
    #expect(pilot.screen.contains("♪ Freddie Freeloader"))
  }

  @Test(arguments: [false, true])
  func theUserMovesASong(restarts: Bool) throws {
    let pilot = try pilot(restarts: restarts)
    try pilot.press(.character("E"), .character("J"), .character("J"))
    #expect(song(pilot) == "So What" && pilot.frame.cursor?.y == 3)
    if restarts { return }  // A drag ends with a restart.
    try pilot.drag(from: Point(x: 42, y: 3), to: Point(x: 42, y: 1))
    #expect(song(pilot) == "So What" && pilot.frame.cursor?.y == 1)
    try pilot.restartAndRestore()
    #expect(song(pilot) == "So What" && pilot.frame.cursor?.y == 1)
  }

  @Test func randomWalkOfThePlaylistLosesNothing() throws {
    try pilot().walk(300, seed: 8)
  }
}
