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
