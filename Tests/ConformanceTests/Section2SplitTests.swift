import Foundation
import Reprise
import RepriseTesting
import Testing

/// Restoration of a split (contract 2.B.5).
@Suite struct Section2SplitTests {
  private static let wide = Size(width: 110, height: 12)
  private static let narrow = Size(width: 50, height: 12)

  /// Two lists, whose screens, stacks and tables have the same names on both sides.
  private func stage(_ shelf: Shelf) throws -> Stage {
    let stage = try Stage.root { _ in
      let stacks = (0..<2).map { _ in
        let stack = NavigationController.named("stack")
        stack.setViewControllers([NamedListScreen("list", shelf)])
        return stack
      }
      let split = SplitViewController(primary: stacks[0], secondary: stacks[1])
      split.restorationIdentifier = "split"
      return split
    }
    try stage.pilot.resize(to: Self.wide)
    return stage
  }

  private func lists(_ stage: Stage) throws -> [ListScreen] {
    try stage.root(SplitViewController.self).children.compactMap {
      ($0 as? NavigationController)?.topViewController as? ListScreen
    }
  }

  @Test func rule_2_B_5_bothSidesComeBackAndMayShareIdentifiers() throws {
    let shelf = Shelf(80)
    let stage = try stage(shelf)
    try lists(stage)[0].table.selectRow(at: IndexPath(row: 12, section: 0))
    try lists(stage)[1].table.selectRow(at: IndexPath(row: 47, section: 0))
    try stage.pilot.press(KeyPress(.function(6)))
    try stage.turn()
    let picture = stage.pilot.frame
    let paths = stage.paths.sorted()
    for size in [Self.wide, Self.narrow, Self.narrow, Self.wide] {
      try stage.pilot.restartAndRestore(size: size)
      // A side hidden by a narrow window has no layout, so its position is pending.
      let selected = try lists(stage).map(\.selected)
      #expect(selected == (size == Self.wide ? ["thing 12", "thing 47"] : [nil, "thing 47"]))
      #expect(try stage.root(SplitViewController.self).focusedColumn == .secondary)
      #expect(stage.paths.count >= paths.count)
      #expect(stage.report.entries.allSatisfy { $0.outcome == .restored })
      #expect(stage.pilot.screen.contains("thing 47"))
      #expect(stage.pilot.screen.contains("thing 12") == (size == Self.wide))
    }
    #expect(stage.pilot.frame == picture)
    #expect(stage.pilot.problems == [])
  }
}
