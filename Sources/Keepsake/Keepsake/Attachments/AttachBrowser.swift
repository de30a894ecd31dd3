import Foundation
import Inventory
import Reprise
import RepriseMedia

/// Chooses files to attach to an item, with a preview of the selected one; opens in the directory that was used last.
final class AttachBrowser: FileBrowserViewController, ViewControllerRestoration {
  private let context: AppContext
  private let item: UUID

  private init(context: AppContext, item: UUID) {
    self.context = context
    self.item = item
    super.init(directory: context.attachments.browsedDirectory)
    restorationIdentifier = "attach"
    restorationClass = Self.self
  }

  /// Presents the browser over a screen.
  static func present(for item: UUID, over controller: ViewController, context: AppContext) {
    guard context.privacy.readableItem(item) != nil else { return }
    context.navigator.present(
      AttachBrowser(context: context, item: item), in: .question, over: controller)
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let (context, item) = coder.decodeLiveItem() else { return nil }
    return AttachBrowser(context: context, item: item)
  }

  override func problem(with path: String) -> String? { AttachmentStore.refusal(of: path) }

  override func choose(_ paths: [String]) -> Bool { context.attachments.attach(paths, to: item) }

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
    coder.encode(item.uuidString, forKey: "item")
  }
}

/// The picture or first page of a file; a quiet line for a file of any other kind.
private final class FilePreview: PictureView {
  override func words(for failure: PictureError) -> (text: String, style: Style) {
    failure.kind == .unknownFormat
      ? ("No preview for this kind of file", .secondary) : super.words(for: failure)
  }
}
