import RepriseMedia
import Reprise

final class Photo: ViewController {
  let picture = PictureView()

  init(path: String) {
    super.init()
    picture.restorationIdentifier = "photo"
    picture.isZoomable = true
    picture.source = PictureSource(path: path)
  }

  override func loadView() -> View { picture }
}

final class PhotoBrowser: FileBrowserViewController {
  var taken: [String] = []

  override func choose(_ paths: [String]) -> Bool {
    taken += paths
    return true
  }
}

func firstPage(of path: String) throws -> [UInt8] {
  try PictureDecoder().page(0, of: PictureSource(path: path), side: 1800).jpeg
}

final class PreviewingBrowser: FileBrowserViewController {
  private let picture = PictureView()

  override func makePreview() -> View? { picture }

  override func preview(_ path: String?) {
    picture.source = path.map { PictureSource(path: $0) }
  }
}
