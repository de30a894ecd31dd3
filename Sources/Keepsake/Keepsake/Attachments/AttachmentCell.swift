import RepriseMedia
import Inventory
import Reprise

/// An attachment among others: its picture, or what it is, above its name.
final class AttachmentCell: CollectionViewCell {
  private let picture = PictureView()

  required init() {
    super.init()
    picture.allowsGraphics = false
    contentView = picture
  }

  /// Shows an attachment.
  func show(_ attachment: Attachment, in context: AppContext) {
    let condition = context.attachments.condition(of: attachment)
    let isMissing = condition.isIncomplete
    picture.decoder = context.attachments.pictures
    picture.message =
      isMissing
      ? condition.rawValue.capitalizedFirst
      : attachment.isPicture ? nil : attachment.kind.word.capitalizedFirst
    picture.source =
      attachment.isPicture && !isMissing ? context.attachments.picture(attachment) : nil
    text = attachment.name
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    (picture.source, picture.message) = (nil, nil)
  }
}
