import Foundation
import Reprise
import RepriseTesting
import Testing

/// A failing picture test prints what differs, and nothing else of the screen.
@Suite struct PictureDifferenceTests {
  /// The output of comparing two frames, without its advice.
  private func difference(from old: Frame, to new: Frame) throws -> [String] {
    let folder = TemporaryHome()
    let picture = Picture("screen", beside: folder.path + "/Tests.swift")
    #expect(throws: Picture.Difference.self) { try picture.verify(old) }
    try picture.verify(old)
    do {
      try picture.verify(new)
    } catch let error as Picture.Difference {
      #expect(error.description.contains("UPDATE_PICTURES=1"))
      return error.description.split(separator: "\n").dropFirst().dropLast(2).map(String.init)
    }
    return []
  }

  private func frame(_ draw: (Canvas) -> Void) -> Frame {
    let canvas = Canvas(size: Size(width: 20, height: 4))
    canvas.draw("first row", at: .zero)
    draw(canvas)
    return canvas.frame
  }

  @Test func theCellsThatDifferAreMarked() throws {
    let old = frame { $0.draw("a 茶壶 pot", at: Point(x: 1, y: 2)) }
    let new = frame { $0.draw("a 茶杯 cup", at: Point(x: 1, y: 2)) }
    #expect(
      try difference(from: old, to: new) == [
        "row 2, columns 5 to 10:", "  expected  a 茶壶 pot", "  is        a 茶杯 cup",
        "                ^  ^^^",
      ])
  }

  @Test func looksAreNamedWhereTheTextIsTheSame() throws {
    let old = frame { $0.draw("Delete", at: Point(x: 0, y: 1)) }
    let new = frame {
      $0.draw("Delete", at: Point(x: 0, y: 1), style: Style(foreground: .palette(1)).adding(.bold))
    }
    #expect(
      try difference(from: old, to: new) == [
        "row 1, columns 0 to 5:", "  the text is the same: Delete",
        "  style of columns 0 to 5: expected plain, is bold red",
      ])
  }

  @Test func aShorterRowAndTheCursorAreReported() throws {
    var old = frame { $0.draw("gone", at: Point(x: 0, y: 3)) }
    old.cursor = Point(x: 3, y: 1)
    let new = frame { _ in }
    #expect(
      try difference(from: old, to: new) == [
        "row 3, columns 0 to 3:", "  expected gone", "  is           ", "           ^^^^",
        "expected cursor 3,1, is cursor hidden",
      ])
  }
}
