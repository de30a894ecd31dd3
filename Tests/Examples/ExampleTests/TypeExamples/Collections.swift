import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct CollectionExamples {
  /// A photo with its name.
  final class PhotoCell: CollectionViewCell {
    required init() {
      super.init()
      contentView = Label("▒▒▒▒")
    }
  }

  final class Album: ViewController, CollectionViewDataSource, CollectionViewDelegate {
    private let grid = CollectionView().named("grid")
    private let photos = ["Kettle", "Lamp", "Piano"]
    private(set) var opened: String?

    override func loadView() -> View { grid }

    override func viewDidLoad() {
      grid.itemSize = Size(width: 12, height: 4)
      grid.dataSource = self
      grid.delegate = self
    }

    func numberOfItems(in collectionView: CollectionView) -> Int { photos.count }

    func collectionView(
      _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
      let cell = collectionView.dequeueReusableCell(PhotoCell.self)
      cell.text = photos[indexPath.row]
      return cell
    }

    func collectionView(
      _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath
    ) {
      opened = photos[indexPath.row]
    }
  }

  @Test func aPhotoIsOpened() throws {
    let album = Album()
    let pilot = try Pilot.showing { album }
    #expect(pilot.screen.contains("Piano"))
    try pilot.press(KeyPress(.right), KeyPress(.enter))
    #expect(album.opened == "Lamp")
  }
}
