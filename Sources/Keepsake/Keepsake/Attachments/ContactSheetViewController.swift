import Foundation
import Inventory
import Reprise
import RepriseMedia

/// Shows all files of an item at once, with pictures.
final class ContactSheetViewController: ScreenController, ViewControllerRestoration {
  private let item: UUID
  private var all: [Attachment] = []
  private let collection = CollectionView()

  init(context: AppContext, item: UUID) {
    self.item = item
    super.init(context: context)
    title = "All files"
    restorationIdentifier = "contact sheet"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    coder.decodeLiveItem().map { ContactSheetViewController(context: $0, item: $1) }
  }

  override func loadView() -> View { collection }

  override func viewDidLoad() {
    collection.restorationIdentifier = "collection"
    collection.primaryActionTitle = "Show larger"
    collection.placeholder = "No files left."
    collection.dataSource = self
    collection.delegate = self
    load()
  }

  override var doing: String { "viewing all files of an item" }

  /// Selects an attachment.
  func select(_ attachment: UUID) {
    loadViewIfNeeded()
    guard let index = all.firstIndex(where: { $0.uuid == attachment }) else { return }
    collection.selectItem(at: IndexPath(row: index, section: 0))
  }

  private func load() {
    all = context.attachments.attachments(of: item)
    navigationItem.detail = "\(all.count)"
    collection.reloadData()
  }

  override func dataDidChange() {
    if isThere(item) { load() } else { navigationController?.pop(from: self) }
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(item.uuidString, forKey: "item")
  }
}

extension ContactSheetViewController: CollectionViewDataSource, DataSourceModelAssociation {
  func numberOfItems(in collectionView: CollectionView) -> Int { all.count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell {
    let cell = collectionView.dequeueReusableCell(AttachmentCell.self)
    if all.indices.contains(indexPath.row) { cell.show(all[indexPath.row], in: context) }
    return cell
  }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    all.indices.contains(indexPath.row) ? all[indexPath.row].uuid.uuidString : nil
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    all.firstIndex { $0.uuid.uuidString == identifier }.map { IndexPath(row: $0, section: 0) }
  }
}

extension ContactSheetViewController: CollectionViewDelegate {
  /// Goes back to the screen that shows one at a time, with this one.
  func collectionView(
    _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath
  ) {
    guard all.indices.contains(indexPath.row), let stack = navigationController else { return }
    let below = stack.viewControllers.prefix { $0 !== self }.last
    (below as? AttachmentsViewController)?.show(all[indexPath.row].uuid)
    stack.pop(from: self)
  }
}

/// A cell of an attachment: its picture or a description above its name.
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
      : attachment.isShowable ? nil : attachment.kind.word.capitalizedFirst
    picture.source =
      attachment.isShowable && !isMissing ? context.attachments.picture(attachment) : nil
    text = attachment.name
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    (picture.source, picture.message) = (nil, nil)
  }
}
