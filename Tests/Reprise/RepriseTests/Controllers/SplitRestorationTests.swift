import Foundation
import RepriseTesting
import Testing

@testable import Reprise
@testable import preview

/// A split comes back at any width as it was at any other (contract 2.B.5, 10.1.6).
@Suite struct SplitRestorationTests {
  private nonisolated static let sizes = [
    Size(width: 120, height: 20), Size(width: 80, height: 20),
  ]

  private func pilot(_ size: Size, restarts: Bool = false) throws -> Pilot {
    var registry = RestorationRegistry()
    registry.register(RoomPage.self, as: "room page")
    return try Pilot.showing(size: size, restarts: restarts, registry: registry) { makeRooms() }
  }

  private nonisolated static let ways = [
    "", "<Down>", "<Down><Enter>", "<Down><Enter><Down><Down>", "<Enter><PgDn><Esc><Down>",
    "<Enter><Down><Enter><PgDn><PgDn>", "<Enter><Down><Enter><PgDn><Esc>", "<Enter><F6><Down>",
  ]

  /// Killed at one width and launched at another, it looks as after a resize, and continues that way.
  @Test(arguments: ways) func theWidthMakesNoDifference(way: String) throws {
    for (first, second) in [(0, 1), (1, 0), (0, 0), (1, 1)] {
      let resized = try pilot(Self.sizes[first])
      let killed = try pilot(Self.sizes[first])
      for pilot in [resized, killed] { try pilot.press(script: way) }
      let before = killed.frame
      try resized.resize(to: Self.sizes[second])
      try killed.restartAndRestore(size: Self.sizes[second])
      #expect(killed.frame == resized.frame, "\(way) from \(first) to \(second)")
      try killed.restartAndRestore(size: Self.sizes[first])
      #expect(killed.frame == before, "\(way) from \(first) to \(second) and back")
      #expect(killed.remarks == [])
    }
  }

  /// Nothing that is stored changes with the width, but for the window's own.
  @Test(arguments: ways) func storedStateDoesNotDependOnTheWidth(way: String) throws {
    let pilot = try pilot(Self.sizes[0])
    try pilot.press(script: way)
    let wide = pilot.application.preservation.fullWalk()
    #expect(wide.count > 3)
    try pilot.resize(to: Self.sizes[1])
    #expect(pilot.application.preservation.fullWalk() == wide)
    try pilot.restartAndRestore()
    let narrow = pilot.application.preservation.fullWalk()
    #expect(Set(narrow.values.map(\.identifier)) == Set(wide.values.map(\.identifier)))
    #expect(Set(narrow.keys) == Set(wide.keys))
  }

  @Test(arguments: ways) func aKillAfterEveryKeyChangesNothing(way: String) throws {
    for size in Self.sizes {
      let shadow = try pilot(size)
      let other = try pilot(size, restarts: true)
      for key in KeyScript(way + "<Esc><F6>").keys {
        try shadow.press(key)
        try other.press(key)
        #expect(other.frame == shadow.frame, "\(way) at \(size), after \(key.label)")
      }
    }
  }

  /// The side that had the focus is empty after the launch: keys go to the other one.
  @Test(arguments: sizes) func focusIsNotRestoredIntoAnEmptySide(size: Size) throws {
    let pilot = try Pilot.showing(size: size) { makeRooms() }
    let split = try #require(pilot.root(SplitViewController.self))
    let page = ViewController()
    page.title = "without a name"
    split.showDetailViewController(page, sender: nil)
    try pilot.settle()
    #expect(split.focusedColumn == .secondary)
    try pilot.restartAndRestore()
    #expect(!pilot.screen.contains("without a name"))
    try pilot.press(script: "<Down>")
    #expect(pilot.lineUnderCursor?.contains("Cellar") == true)
    let restored = try #require(pilot.root(SplitViewController.self))
    let stack = try #require(restored.viewController(for: .secondary) as? NavigationController)
    pilot.expectedRemarks += ["RoomPage of \"room\" is not registered"]
    stack.push(RoomPage("Attic"))
    try pilot.settle()
    #expect(restored.focusedColumn == .primary, "the user did not go there")
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func splitIsRestoredAfterAnyWalk(seed: UInt64) throws {
    let isLong = ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"
    let pilot = try pilot(Self.sizes[0])
    try pilot.walk(isLong ? 10_000 : 400, seed: seed, killingEvery: 10)
  }
}
