import Foundation
import Inventory
import Reprise
import RepriseMedia

/// Chooses files to attach to an item, or the photo of a place, with a preview of the selected file; opens in the directory
/// that was used last.
final class AttachBrowser: FileBrowserViewController, ViewControllerRestoration {
  private let context: AppContext
  private let owner: FileOwner

  private init(context: AppContext, owner: FileOwner) {
    self.context = context
    self.owner = owner
    super.init(directory: context.attachments.browsedDirectory)
    restorationIdentifier = "attach"
    restorationClass = Self.self
  }

  /// Presents the browser over a screen.
  static func present(for owner: FileOwner, over controller: ViewController, context: AppContext) {
    if let item = owner.item, context.privacy.readableItem(item) == nil { return }
    context.navigator.present(
      AttachBrowser(context: context, owner: owner), in: .question, over: controller)
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let (context, owner) = coder.decodeFileOwner() else { return nil }
    return AttachBrowser(context: context, owner: owner)
  }

  override func problem(with path: String) -> String? {
    owner.item == nil
      ? AttachmentStore.photoRefusal(of: path) : AttachmentStore.refusal(of: path)
  }

  override func choose(_ paths: [String]) -> Bool {
    switch owner {
    case .item(let item): return context.attachments.attach(paths, to: item)
    case .place(let place):
      guard paths.count == 1 else {
        context.notices.warn("A place has one photo: choose a single file")
        return false
      }
      return context.attachments.setPhoto(paths[0], ofPlace: place)
    }
  }

  // MARK: - Preview

  private lazy var picture = FilePreview()

  override func makePreview() -> View? {
    picture.decoder = context.attachments.pictures
    return picture
  }

  override func preview(_ path: String?) {
    // The name's file may change while the browser is open, so nothing of it is cached.
    picture.source = path.map { PictureSource(path: $0) }
  }

  override func didMove(to directory: String) { context.attachments.didBrowse(directory) }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    owner.encode(with: coder)
  }
}

/// The picture or first page of a file; a quiet line for a file of any other kind.
private final class FilePreview: PictureView {
  override func words(for failure: PictureError) -> (text: String, style: Style) {
    failure.kind == .unknownFormat
      ? ("No preview for this kind of file", .secondary) : super.words(for: failure)
  }
}
