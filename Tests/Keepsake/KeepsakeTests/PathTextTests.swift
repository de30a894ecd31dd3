import Reprise
import Testing

@testable import Keepsake

struct PathTextTests {
  @Test(arguments: [
    ("Home › Kitchen › Drawer", 23, "Home › Kitchen › Drawer"),
    ("Home › Kitchen › Drawer", 22, "…Kitchen › Drawer"),
    ("Home › Kitchen › Drawer", 17, "…Kitchen › Drawer"),
    ("Home › Kitchen › Drawer", 16, "…Drawer"),
    ("Home › Kitchen › Drawer", 6, "Drawer"),
    ("Home › Kitchen › Drawer", 5, "Draw…"), ("Home", 3, "Ho…"), ("Home › Attic", 0, ""),
    ("Дом › 厨房", 9, "…厨房"), ("Дом › 厨房", 5, "…厨房"), ("", 0, ""),
    ("Left ›right › Box", 9, "…Box"), ("Attic  › Box", 5, "…Box"),
  ])
  func aLongPathKeepsItsLastNames(_ path: String, _ width: Int, _ expected: String) {
    let text = PathText.fitting(path, width: width)
    #expect(text.string == expected)
    #expect(text.width <= width)
  }

  @Test(arguments: [
    ("Home / Study / Desk", "Home", "Study › Desk"), ("Home / Study", nil, "Home › Study"),
    ("Homestead / Barn", "Home", "Homestead › Barn"), ("Home", "Home", "Home"), ("", "Home", ""),
  ])
  func pathLeavesOutTheHouseThatContainsEverything(
    _ path: String, _ root: String?, _ expected: String
  ) {
    #expect(PathText.shown(path, withoutRoot: root) == expected)
  }
}
