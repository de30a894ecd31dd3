import Foundation
import Reprise
import RepriseMedia
import RepriseTesting
import Testing

@Suite @MainActor struct MediaExamples {
  private let home = TemporaryHome()

  private func decode(_ path: String, cacheDirectory: String) throws -> PictureCells {
    let decoder = PictureDecoder(cache: PictureCache(directory: cacheDirectory))
    let request = PictureRequest(size: Size(width: 40, height: 20), colors: .palette)
    let cells = try decoder.cells(of: PictureSource(path: path), request)
    return cells
  }

  @Test func aMissingPictureIsExplained() {
    func explain() -> PictureError? {
      do {
        _ = try decode(home.path + "/teapot.jpg", cacheDirectory: home.path + "/cache")
        return nil
      } catch {
        return error as? PictureError
      }
    }
    #expect(explain() != nil)
  }

  final class PhotoStore: Sendable {
    func open(_ photo: Int) throws -> Int32 {
      guard photo >= 0 else { throw Missing() }
      return 0
    }

    struct Missing: Error {}
  }

  @Test func aPictureHasASource() throws {
    let (store, digest, photo) = (PhotoStore(), "2f1c", -1)
    func sources() -> [PictureSource] {
      let file = PictureSource(path: "/home/ada/teapot.jpg")
      let stored = PictureSource(name: "teapot.jpg", identity: digest) { try store.open(photo) }
      return [file, stored]
    }
    #expect(sources().map(\.name) == ["teapot.jpg", "teapot.jpg"])
  }

  @Test func aFormatIsRecognizedByItsFirstBytes() {
    func recognize() -> (PictureFormat?, String?) {
      let format = PictureFormat(firstBytes: Array("%PDF-1.7".utf8))  // .pdf
      let package = format?.package  // "libpoppler-glib8"
      return (format, package)
    }
    #expect(recognize() == (.pdf, "libpoppler-glib8"))
  }

  private func receipt(_ path: String) throws -> DecodedPage {
    let receipt = try PictureDecoder().page(0, of: PictureSource(path: path), side: 1800)
    return receipt
  }

  @Test func aMissingReceiptIsExplained() {
    #expect(throws: PictureError.self) { try receipt(home.path + "/receipt.pdf") }
  }

  final class PhotoScreen: ViewController {
    override func loadView() -> View {
      let picture = PictureView()
      picture.restorationIdentifier = "photo"
      picture.source = PictureSource(path: "/home/ada/teapot.jpg")
      return picture
    }
  }

  struct PhotoApp: RepriseApp {
    let name = "photos"

    func register(in registry: inout RestorationRegistry) {
      registry.registerMedia()
    }

    func root(_ application: Application) -> ViewController { PhotoScreen() }
  }

  @Test func aPictureIsZoomed() throws {
    #expect(try Preview("photo", of: PhotoApp.self).frame().size.width == 80)
    let zoom = PictureZoom.fit.leveled(by: 1)
    let view = PictureView()
    view.setZoom(zoom)
    #expect(zoom.factor > PictureZoom.fit.factor)
  }

  @Test func thePartThatIsShownIsKnown() {
    func isWhole(_ part: PicturePart) -> Bool { part.width >= 1 && part.height >= 1 }
    #expect(!isWhole(PicturePart(x: 0.25, y: 0, width: 0.5, height: 1)))
  }
}
