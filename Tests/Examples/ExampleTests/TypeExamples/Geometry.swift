import Reprise
import Testing

// This folder has the examples of the kit's public types. `PublicTypeTests` compares it with the documentation
// comments, and names each type without an example.

@Suite struct GeometryExamples {
  @Test func aButtonIsFoundUnderThePointer() {
    let button = Rect(x: 2, y: 1, width: 8, height: 1)
    let pointer = Point(x: 4, y: 1)
    let isInside = button.contains(pointer)
    #expect(isInside)
    #expect(!button.contains(pointer.offsetBy(dx: 0, dy: 1)))
  }

  @Test func aFrameLeavesRoomForItsContent() {
    let window = Size(width: 80, height: 24)
    let sheet = Rect(origin: .zero, size: window)
    let content = sheet.inset(by: EdgeInsets(top: 1, left: 2, bottom: 1, right: 2))
    #expect(content == Rect(x: 2, y: 1, width: 76, height: 22))
    #expect(sheet.intersection(content) == content)
  }
}
