import Sync
import Foundation
import Inventory
import Reprise
import RepriseMedia

/// Shows the attachments of an item one at a time, or the photo of a place.
///
/// A picture or a page of a PDF fills the window and can be zoomed and moved. For any other file the screen shows its
/// kind and opens it with the desktop's program.
final class AttachmentsViewController: ScreenController, ViewControllerRestoration {
  private let owner: FileOwner
  private var ownerName = ""
  private var all: [Attachment] = []
  private let words = Label("", style: .secondary)
  private let picture = PictureView()

  /// The attachment that is shown.
  private var shown: UUID? {
    didSet { if shown != oldValue { setNeedsPreservation() } }
  }

  override var returnsToList: Bool {
    didSet { showTitle() }
  }

  /// Its index: when an attachment is removed, the screen shows the next one at this index.
  private var place = 0

  init(context: AppContext, owner: FileOwner, showing attachment: UUID? = nil) {
    self.owner = owner
    shown = attachment
    super.init(context: context)
    restorationIdentifier = "attachments"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let (context, owner) = coder.decodeFileOwner() else { return nil }
    let attachment = coder.decodeString(forKey: "attachment").flatMap(UUID.init(uuidString:))
    return AttachmentsViewController(context: context, owner: owner, showing: attachment)
  }

  override func loadView() -> View {
    Column {
      picture
      words
    }
  }

  override var doing: String {
    "viewing the \(owner.item == nil ? "photo" : "files") of “\(ownerName)”"
  }

  override func viewDidLoad() {
    picture.restorationIdentifier = "picture"
    picture.isZoomable = true
    picture.decoder = context.attachments.pictures
    picture.pageDidChange = { [unowned self] in showWords() }
    words.alignment = .center
    load()
  }

  override var preferredFocusedView: View? { picture }

  /// Names the item, unless the back button names it already.
  private func showTitle() {
    guard let item = owner.item else { return title = "Photo of “\(ownerName)”" }
    let below = navigationController?.viewControllers.prefix { $0 !== self }.last
    let isNamed =
      (below as? ScreenController)?.subject == item && navigationItem.backAction == nil
    title = isNamed ? "Attachments" : ownerName
  }

  private func load() {
    guard let name = storedName else { return }
    ownerName = CellText(name, width: 200).string
    showTitle()
    setNeedsActivity()
    all = context.attachments.attachments(of: owner)
    let index = all.firstIndex { $0.uuid == shown } ?? min(place, all.count - 1)
    show(at: index)
  }

  private var storedName: String? {
    switch owner {
    case .item(let item):
      (context.notices.attempt { try context.store.items.fetch(item) } ?? nil)?.name
    case .place(let place): context.attachments.openPlace(place)?.name
    }
  }

  private func show(at index: Int) {
    guard all.indices.contains(index) else {
      (shown, place) = (nil, 0)
      navigationItem.detail = ""
      words.text = ""
      picture.source = nil
      picture.message =
        owner.item == nil
        ? "No photo yet.\nP sets one."
        : "No files yet.\nP adds photos, receipts and other files."
      return
    }
    let attachment = all[index]
    (shown, place) = (attachment.uuid, index)
    navigationItem.detail = all.count == 1 ? "" : "\(index + 1) of \(all.count)"
    let condition = context.attachments.condition(of: attachment)
    let isMissing = condition.isIncomplete
    picture.message =
      isMissing
      ? "The file of \(attachment.name) is \(condition.rawValue).\nAttach it again, or restore it from a backup."
      : attachment.isShowable ? nil : Self.invitation(to: attachment)
    picture.source =
      attachment.isShowable && !isMissing ? context.attachments.picture(attachment) : nil
    showWords()
  }

  /// Describes the file below it, with the page of a document.
  private func showWords() {
    guard let current else { return }
    let pages = picture.pageCount
    words.text = [
      AttachmentWords.line(current, context.attachments.condition(of: current))
        + (pages > 1 ? " · page \(picture.page + 1) of \(pages)" : ""),
      context.conflicts.line(of: owner.place.map { .place($0) } ?? .file(current.uuid)) ?? "",
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The text instead of a picture; the line below names the file.
  private static func invitation(to attachment: Attachment) -> String {
    attachment.isUnshownPhoto
      ? "This file can't be shown as a picture.\nEnter opens it." : "Enter opens it."
  }

  private var current: Attachment? { all.indices.contains(place) ? all[place] : nil }

  /// Shows another attachment.
  func show(_ attachment: UUID) {
    if let index = all.firstIndex(where: { $0.uuid == attachment }) { show(at: index) }
  }

  private func move(by step: Int) {
    guard all.indices.contains(place + step) else {
      return context.notices.show(step < 0 ? "This is the first one" : "This is the last one")
    }
    show(at: place + step)
  }

  /// Moves the attachment among the others; the first photo becomes the item's picture.
  private func reorder(by step: Int) {
    guard let current, all.indices.contains(place + step) else { return }
    var order = all.map(\.uuid)
    order.swapAt(place, place + step)
    let target = place + step
    shown = current.uuid
    if context.changes.perform(.orderAttachments(order, moved: current.uuid)) { place = target }
  }

  override var actions: [Action] {
    attachmentActions + super.actions
  }

  /// A place has one photo, which another one replaces.
  private lazy var addAction = Action(
    owner.item == nil ? "place.attach" : "attachment.add",
    owner.item == nil ? "Set the place's photo" : "Add files", "P", for: self
  ) { AttachBrowser.present(for: $0.owner, over: $0, context: $0.context) }

  private lazy var attachmentActions = [
    Action("attachment.next", "Next", "]", for: self, enabled: { $0.all.count > 1 }) {
      $0.move(by: 1)
    },
    Action(
      "attachment.previous", "Previous", "[", isHinted: false, for: self,
      enabled: { $0.all.count > 1 }
    ) { $0.move(by: -1) },
    Action("attachment.all", "All", "t", for: self, enabled: { $0.all.count > 1 }) {
      $0.showAll()
    },
    addAction,
    Action(
      "attachment.open", "Open", "Enter", "o", for: self, enabled: { $0.current != nil }
    ) {
      if let current = $0.current { $0.context.attachments.open(current) }
    },
    Action(
      "attachment.decide", "Resolve conflict", "K", for: self, enabled: { $0.conflict != nil }
    ) {
      if let value = $0.conflict { $0.context.conflicts.askToResolve(value, over: $0) }
    },
    Action(
      "attachment.kind", "Kind", "c", for: self,
      enabled: { $0.owner.item != nil && $0.current != nil }
    ) { $0.changeKind() },
    Action(
      "attachment.remove", "Remove", "x", "Del", role: .destructive, for: self,
      enabled: { $0.current != nil }
    ) { $0.remove() },
    Action(
      "attachment.earlier", "Move earlier", "<", isHinted: false, for: self,
      enabled: { $0.place > 0 }
    ) { $0.reorder(by: -1) },
    Action(
      "attachment.later", "Move later", ">", isHinted: false, for: self,
      enabled: { $0.place + 1 < $0.all.count }
    ) { $0.reorder(by: 1) },
    Action("attachment.graphics", "Graphics on or off", "v", isHinted: false, for: self) {
      $0.context.attachments.toggleGraphics()
    },
  ]

  /// The value of the file that another home wrote at the same time.
  private var conflict: RowConflict? {
    guard let place = owner.place else {
      return current.flatMap { context.conflicts.rows(of: .file($0.uuid)).first }
    }
    return context.conflicts.rows(of: .place(place)).first { $0.label == "photo" }
  }

  private func remove() {
    switch owner {
    case .item:
      if let current { context.changes.perform(.removeAttachments([current.uuid])) }
    case .place(let place): context.attachments.removePhoto(ofPlace: place)
    }
  }

  private func showAll() {
    guard let item = owner.item else { return }
    let sheet = ContactSheetViewController(context: context, item: item)
    if let current { sheet.select(current.uuid) }
    navigationController?.push(sheet)
  }

  private func changeKind() {
    guard let current else { return }
    navigationController?.push(KindPickerViewController(context: context, attachment: current.uuid))
  }

  private var storedOwnerIsThere: Bool {
    switch owner {
    case .item(let item): isThere(item)
    case .place(let place): context.attachments.openPlace(place) != nil
    }
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    owner.encode(with: coder)
    coder.encode(shown?.uuidString, forKey: "attachment")
  }

  override func dataDidChange() {
    if storedOwnerIsThere { load() } else { navigationController?.pop(from: self) }
  }
}

/// Describes an attachment in lists and on screens.
nonisolated enum AttachmentWords {
  /// One line: `photo · teapot.jpg · 4000 × 3000 · 2.1 MB`.
  static func line(_ attachment: Attachment, _ condition: AttachmentCondition) -> String {
    // The name of a place's photo is “photo of Attic”.
    var parts = attachment.isOfPlace ? [attachment.name] : [attachment.kind.word, attachment.name]
    if let width = attachment.width, let height = attachment.height {
      parts.append("\(width) × \(height)")
    }
    parts.append(Figures.bytes(Int(clamping: attachment.bytes)))
    if !condition.words.isEmpty { parts.append(condition.words.uppercased()) }
    return parts.joined(separator: " · ")
  }

  /// The line on the item's screen.
  @MainActor static func line(
    ofItem attachment: Attachment, _ condition: AttachmentCondition
  ) -> DetailLine {
    DetailLine(
      id: attachment.uuid.uuidString, label: attachment.kind.word.capitalizedFirst,
      text: detail(attachment, condition), target: .attachment(attachment.uuid))
  }

  /// The text of an attachment on the item's screen, after its kind.
  static func detail(_ attachment: Attachment, _ condition: AttachmentCondition) -> String {
    let words = condition.words
    return attachment.name + (words.isEmpty ? "" : " — \(words)")
  }
}
