import Reprise
import RepriseTesting
import Testing

/// Pictures as bytes, which may come back from anywhere.
@Suite struct SnapshotBytesTests {
  private static func snapshot() -> Snapshot {
    let canvas = Canvas(size: Size(width: 12, height: 4))
    canvas.draw("茶壶 e\u{301}", at: Point(x: 1, y: 1), style: Style(.bold, foreground: .red))
    canvas.draw("x", at: Point(x: 9, y: 3), style: Style(background: .palette(255)))
    canvas.setCursor(Point(x: 3, y: 1))
    return Snapshot(
      frame: canvas.frame, time: 1e9, version: "1.2", isForLaunch: true, launchTime: 250)
  }

  @Test func pictureRoundTrips() {
    var snapshot = Self.snapshot()
    #expect(Snapshot(bytes: snapshot.encoded()) == snapshot)
    snapshot = Snapshot(
      frame: Frame(size: Size(width: 1, height: 1)), time: 0, version: "", isForLaunch: false,
      launchTime: 0)
    #expect(Snapshot(bytes: snapshot.encoded()) == snapshot)
  }

  @Test func screenPictureTakesAFewKilobytes() {
    let snapshot = Snapshot(
      frame: Frame(size: Size(width: 80, height: 24)), time: 0, version: "1", isForLaunch: true,
      launchTime: 0)
    #expect(snapshot.encoded().count < 2_000)
  }

  @Test func truncatedPictureIsRejected() {
    let bytes = Self.snapshot().encoded()
    for count in 0..<bytes.count { #expect(Snapshot(bytes: Array(bytes[..<count])) == nil) }
    #expect(Snapshot(bytes: bytes + [0]) == nil)
  }

  @Test(arguments: 0..<400) func damagedPictureIsRejectedOrHarmless(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = Self.snapshot().encoded()
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] =
        [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
        .randomElement(using: &random) ?? 0
    }
    guard let read = Snapshot(bytes: bytes) else { return }
    let frame = read.frame
    #expect(frame.cells.count == frame.size.width * frame.size.height, "seed \(seed)")
    #expect(frame.cursor.map(frame.bounds.contains) ?? true, "seed \(seed)")
    let isHarmless = frame.plainText().unicodeScalars.allSatisfy {
      $0 == "\n" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value))
    }
    #expect(isHarmless, "seed \(seed)")
  }
}
