import Foundation
import Reprise
import RepriseMedia
import RepriseTesting
import TestSupport
import Testing

/// The pages of a document in a view.
@Suite(.waitsForProcesses) struct DocumentViewTests {
  private final class Screen: ViewController {
    let picture = PictureView()

    init(_ source: PictureSource) {
      super.init()
      restorationIdentifier = "screen"
      picture.restorationIdentifier = "picture"
      picture.isZoomable = true
      picture.source = source
    }

    override func loadView() -> View { picture }

    override var preferredFocusedView: View? { picture }
  }

  private let file: MadePicture

  init() throws {
    file = try MadePicture(MadeDocument.pdf(["one", "two", "three"]), named: "x.pdf")
  }

  private func pilot(restarts: Bool = false) throws -> Pilot {
    let path = file.path
    let pilot = try Pilot.showing(size: Size(width: 40, height: 12), restarts: restarts) {
      Screen(PictureSource(name: "x.pdf", identity: "x") { open(path, O_RDONLY) })
    }
    try pilot.settle()
    return pilot
  }

  private func view(_ pilot: Pilot) throws -> PictureView {
    try #require(pilot.root(Screen.self)).picture
  }

  @Test func keysGoThroughThePages() throws {
    let pilot = try pilot()
    let first = pilot.frame
    #expect(try view(pilot).pageCount == 3)
    try pilot.keys("<PgUp>")
    #expect(try view(pilot).page == 0)
    try pilot.keys("<PgDn>")
    try pilot.settle()
    #expect(try view(pilot).page == 1)
    #expect(pilot.frame.ansi() != first.ansi())
    try pilot.keys("<PgDn><PgDn><PgDn>")
    try pilot.settle()
    #expect(try view(pilot).page == 2, "the last page is the last")
    try pilot.keys("<PgUp><PgUp>")
    try pilot.settle()
    #expect(pilot.frame.ansi() == first.ansi())
  }

  @Test func pageAndZoomAreTheSameAfterAnyNumberOfKills() throws {
    let (one, other) = try (pilot(), pilot(restarts: true))
    for keys in ["<PgDn>", "+", "+", "<PgDn>", "<Left>", "<PgUp>"] {
      for pilot in [one, other] {
        try pilot.keys(keys)
        try pilot.settle()
      }
      #expect(one.frame.ansi() == other.frame.ansi(), "after \(keys)")
    }
    #expect(try view(other).page == 1)
  }

  @Test func messageAboutAPageEndsWithIt() throws {
    let pilot = try pilot()
    try FileManager.default.removeItem(atPath: file.path)
    try pilot.keys("<PgDn>")
    try pilot.settle()
    #expect(try view(pilot).failure != nil)
    pilot.finishesBackgroundWork = false
    try pilot.keys("<PgDn>")
    #expect(try view(pilot).failure == nil, "\(pilot.screen)")
  }

  @Test func anotherDocumentBeginsWithItsFirstPage() throws {
    let pilot = try pilot()
    try pilot.keys("<PgDn>")
    try pilot.settle()
    let path = file.path
    try view(pilot).source = PictureSource(name: "y", identity: "y") { open(path, O_RDONLY) }
    try pilot.settle()
    #expect(try view(pilot).page == 0)
  }
}
