@testable import RepriseMedia
import Foundation
import RepriseTesting
import Synchronization
import Terminal
import Testing

@testable import Reprise

/// The view, driven headless with the real companion.
@Suite struct PictureViewTests {
  private final class Screen: ViewController {
    let picture = PictureView()

    init(_ source: PictureSource?) {
      super.init()
      restorationIdentifier = "screen"
      picture.restorationIdentifier = "picture"
      picture.isZoomable = true
      picture.source = source
    }

    override func loadView() -> View { picture }
  }

  private let picture: MadePicture
  private let source: PictureSource

  init() throws {
    let made = try MadePicture(MadePicture.jpeg(width: 300, height: 300), named: "x.jpg")
    picture = made
    source = PictureSource(name: "x.jpg", identity: "x") { open(made.path, O_RDONLY) }
  }

  private func pilot(restarts: Bool = false) throws -> Pilot {
    let source = source
    return try Pilot.showing(size: Size(width: 40, height: 12), restarts: restarts) {
      Screen(source)
    }
  }

  private func view(_ pilot: Pilot) throws -> PictureView {
    try #require(pilot.root(Screen.self)).picture
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  @Test func thePictureArrivesAfterTheFirstFrame() throws {
    let pilot = try pilot()
    try pilot.settle()
    #expect(try view(pilot).cells?.pixels == Size(width: 300, height: 300))
    #expect(pilot.frame.cells.contains { $0.style.background.index > 15 })
    #expect(try view(pilot).decodings == 1)
  }

  /// Cells stand under them.
  @Test func pixelsAreShownWithKittyGraphics() throws {
    let pilot = try pilot()
    try pilot.settle()
    let before = pilot.frame
    #expect(before.visibleGraphic == nil)
    pilot.terminal.capabilities.cellPixels = Size(width: 8, height: 16)
    pilot.application.prefersPictureGraphics = true
    try pilot.settle()
    let placed = try #require(pilot.frame.visibleGraphic)
    #expect(placed.rect == Rect(x: 9, y: 0, width: 22, height: 11))
    #expect(placed.graphic.size == Size(width: 176, height: 176))
    #expect(pilot.frame[Point(x: 10, y: 1)]?.style.background != .default)
    pilot.terminal.capabilities.cellPixels = nil
    pilot.application.prefersPictureGraphics = false
    try pilot.settle()
    #expect(pilot.frame.visibleGraphic == nil)
    #expect(pilot.frame.ansi() == before.ansi())
  }

  /// The companion's drawing passes the check of what may reach a terminal.
  @Test(arguments: [Size(width: 8, height: 16), Size(width: 7, height: 13)])
  func drawingIsShownWithSixel(_ cell: Size) throws {
    let pilot = try pilot()
    pilot.terminal.capabilities.cellPixels = cell
    pilot.terminal.capabilities.graphicForm = .sixels
    pilot.application.prefersPictureGraphics = true
    try pilot.settle()
    let placed = try #require(pilot.frame.visibleGraphic)
    #expect(placed.graphic.form == .sixels)
    #expect(placed.graphic.size == Size(width: 22 * cell.width, height: 11 * cell.height))
    try press("+", pilot)
    #expect(try #require(pilot.frame.visibleGraphic).graphic != placed.graphic)
  }

  @Test func newFontSizeRerendersThePixels() throws {
    let pilot = try pilot()
    pilot.terminal.capabilities.cellPixels = Size(width: 8, height: 16)
    pilot.application.prefersPictureGraphics = true
    try pilot.settle()
    pilot.terminal.capabilities.cellPixels = Size(width: 10, height: 20)
    try pilot.resize(to: pilot.terminal.size)
    try pilot.settle()
    #expect(pilot.frame.visibleGraphic?.graphic.size == Size(width: 220, height: 220))
  }

  /// Pictures of a covered screen are rendered again, too.
  @Test func aCoveredPictureFollowsTheTerminal() throws {
    let source = source
    let pilot = try Pilot.showing(size: Size(width: 40, height: 12)) {
      NavigationController(rootViewController: Screen(source))
    }
    try pilot.settle()
    let stack = try #require(pilot.root(NavigationController.self))
    let screen = try #require(stack.viewControllers.first as? Screen)
    stack.push(Worded("above"))
    try pilot.settle()
    pilot.terminal.capabilities.cellPixels = Size(width: 8, height: 16)
    pilot.application.prefersPictureGraphics = true
    try pilot.settle()
    #expect(screen.picture.cells?.graphic == nil)
    stack.popViewController()
    try pilot.settle()
    #expect(pilot.frame.visibleGraphic != nil)
  }

  @Test func afterAFailureAKnownPictureIsShownAgain() throws {
    let path = picture.path
    let isGone = Atomic(false)
    let source = PictureSource(name: "x.jpg", identity: "x") { () throws(PictureError) in
      guard !isGone.load(ordering: .relaxed) else {
        throw PictureError(.unreadable, "it is gone")
      }
      return open(path, O_RDONLY)
    }
    let pilot = try Pilot.showing(size: Size(width: 40, height: 12)) { Screen(source) }
    try pilot.settle()
    let before = pilot.frame
    isGone.store(true, ordering: .relaxed)
    try press("+", pilot)
    #expect(pilot.screen.contains("it is gone"))
    try press("-", pilot)
    #expect(try view(pilot).failure == nil)
    #expect(pilot.frame.ansi() == before.ansi())
  }

  @Test func zoomAndPanAskForCellsAndComeBack() throws {
    let pilot = try pilot()
    try press("++<Right><Down><Down>", pilot)
    let zoom = try view(pilot).zoom
    #expect(zoom.level == 2 && zoom.x > 0x8000 && zoom.y > 0x8000)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    #expect(try view(pilot).zoom == zoom)
    try press("0", pilot)
    #expect(try view(pilot).zoom == .fit)
    try press("<Right>-", pilot)
    #expect(try view(pilot).zoom == .fit, "what fits is not moved")
  }

  @Test func pictureIsTheSameAfterAnyNumberOfKills() throws {
    let (one, other) = try (pilot(), pilot(restarts: true))
    for keys in ["+", "+", "<Left>", "<Up>", "+", "-", "<Down>"] {
      try press(keys, one)
      try press(keys, other)
      #expect(one.frame.ansi() == other.frame.ansi(), "after \(keys)")
    }
  }

  @Test func aPlaceNeverLeavesThePicture() throws {
    let pilot = try pilot()
    try press("++" + String(repeating: "<Right>", count: 20), pilot)
    let right = try view(pilot).zoom
    try press("<Right>", pilot)
    #expect(try view(pilot).zoom == right)
    let part = try #require(view(pilot).cells).part
    #expect(abs(part.x + part.width - 1) < 0.01)
  }

  @Test func cellsAreKept() throws {
    let pilot = try pilot()
    try press("+-+-", pilot)
    #expect(try view(pilot).decodings == 2)
  }

  /// Cells that are not on the screen are made again when needed.
  @Test func rule_8_5_6_picturesAreLetGoInTheBackground() throws {
    let pilot = try pilot()
    try press("+-", pilot)
    #expect(try view(pilot).decodings == 2)
    pilot.application.stopProcess = { true }
    let before = pilot.frame
    try pilot.send(.signal(.suspend))
    try pilot.send(.signal(.resume))
    try pilot.settle()
    #expect(pilot.frame == before)
    try press("+", pilot)
    #expect(try view(pilot).decodings == 3)
  }

  @Test func aZoomIsForItsPictureAlone() throws {
    let pilot = try pilot()
    try press("++", pilot)
    let path = picture.path
    try view(pilot).source = PictureSource(name: "y", identity: "y") { open(path, O_RDONLY) }
    try pilot.settle()
    #expect(try view(pilot).zoom == .fit)
  }

  @Test func nothingIsRequestedWithoutASource() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 12)) { Screen(nil) }
    try press("+", pilot)
    #expect(try view(pilot).decodings == 0)
    #expect(!pilot.screen.contains("…"))
    try view(pilot).message = "Nothing here.\nAdd one."
    try pilot.settle()
    #expect(pilot.screen.contains("Nothing here.") && pilot.screen.contains("Add one."))
  }

  @Test func problemIsShownOnTheScreen() throws {
    let text = try MadePicture(Array("no picture".utf8), named: "notes.jpg")
    let source = PictureSource(path: text.path)
    let pilot = try Pilot.showing(size: Size(width: 60, height: 10)) { Screen(source) }
    try pilot.settle()
    #expect(pilot.screen.contains("“notes.jpg” is not a JPEG, PNG, WebP, HEIC or PDF"))
    try view(pilot).decoder = PictureDecoder(companion: "/nonexistent/companion")
    try pilot.settle()
    #expect(pilot.screen.contains("cannot start /nonexistent/companion: No such file or"))
  }

  @Test func withoutColorThePictureIsDrawnInShades() throws {
    let pilot = try pilot()
    pilot.application.theme = .monochrome
    try pilot.resize(to: Size(width: 41, height: 12))
    #expect(pilot.frame.cells.allSatisfy { $0.style.foreground == .default })
    #expect(pilot.screen.contains("█") || pilot.screen.contains("▓"))
  }
}
