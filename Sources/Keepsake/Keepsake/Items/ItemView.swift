import RepriseMedia
import Reprise

/// The lines of an item and its picture.
///
/// Side by side in a wide view, the picture above the lines in a narrow one that is high enough.
final class ItemView: View {
  let detail = DetailView()
  let picture = PictureView()

  /// The fewest columns in which both stand side by side.
  private static let roomBeside = 56
  /// The fewest columns in which the picture gets more than a third.
  private static let roomForMore = 72
  /// The fewest rows in which the picture stands above the lines.
  private static let roomAbove = 28

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addSubview(detail)
    addSubview(picture)
    picture.isHidden = true
  }

  /// Shows a picture, or a message in its place; with neither, the lines take all the room.
  func show(_ photo: PictureSource?, instead message: String?) {
    picture.source = photo
    picture.message = message
    setNeedsLayout()
  }

  private var hasPicture: Bool { picture.source != nil || picture.message != nil }

  override func layoutSubviews() {
    let size = bounds.size
    if hasPicture, size.width >= Self.roomBeside, size.height > 2 {
      let width =
        size.width < Self.roomForMore ? size.width / 3 : min(size.width * 2 / 5, 80)
      place(
        Rect(
          x: size.width - width, y: 1, width: width - 1, height: min(size.height - 2, width / 2)),
        Rect(x: 0, y: 0, width: size.width - width, height: size.height))
    } else if hasPicture, size.height >= Self.roomAbove {
      let height = size.height / 3
      place(
        Rect(x: 1, y: 0, width: max(0, size.width - 2), height: height),
        Rect(x: 0, y: height, width: size.width, height: size.height - height))
    } else {
      place(nil, bounds)
    }
  }

  private func place(_ picture: Rect?, _ lines: Rect) {
    self.picture.isHidden = picture == nil
    if let picture { self.picture.frame = picture }
    detail.frame = lines
  }
}
