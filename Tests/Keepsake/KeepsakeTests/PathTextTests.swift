import Reprise
import Testing

@testable import Keepsake

struct PathTextTests {
  @Test(arguments: [
    ("Home / Kitchen / Drawer", 23, "Home / Kitchen / Drawer"),
    ("Home / Kitchen / Drawer", 22, "… / Kitchen / Drawer"),
    ("Home / Kitchen / Drawer", 20, "… / Kitchen / Drawer"),
    ("Home / Kitchen / Drawer", 19, "… / Drawer"),
    ("Home / Kitchen / Drawer", 9, "Drawer"),
    ("Home / Kitchen / Drawer", 5, "Draw…"), ("Home", 3, "Ho…"), ("Home / Attic", 0, ""),
    ("Дом / 厨房", 9, "… / 厨房"), ("Дом / 厨房", 8, "… / 厨房"), ("", 0, ""),
    ("Left /right / Box", 9, "… / Box"), ("Attic  / Box", 7, "… / Box"),
  ])
  func aLongPathKeepsItsLastNames(_ path: String, _ width: Int, _ expected: String) {
    let text = PathText.fitting(path, width: width)
    #expect(text.string == expected)
    #expect(text.width <= width)
  }
}
