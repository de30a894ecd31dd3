import Reprise

/// The lines of an item, with its picture beside them where there is one and room for both.
final class ItemView: View {
  let detail: DetailView
  let picture = PictureView()

  /// The columns from which on both fit.
  private static let roomForBoth = 72

  init(_ detail: DetailView) {
    self.detail = detail
    super.init()
    addSubview(detail)
    addSubview(picture)
  }

  /// What stands for the item; nil: the lines have all the room.
  var photo: PictureSource? {
    get { picture.source }
    set {
      picture.source = newValue
      picture.isHidden = newValue == nil
      setNeedsLayout()
    }
  }

  override func layoutSubviews() {
    let hasRoom = photo != nil && bounds.width >= Self.roomForBoth
    let width = hasRoom ? min(bounds.width * 2 / 5, 80) : 0
    picture.isHidden = !hasRoom
    detail.frame = Rect(x: 0, y: 0, width: bounds.width - width, height: bounds.height)
    picture.frame = Rect(
      x: bounds.width - width, y: 1, width: max(0, width - 1),
      height: hasRoom ? max(0, min(bounds.height - 2, width / 2)) : 0)
  }
}
