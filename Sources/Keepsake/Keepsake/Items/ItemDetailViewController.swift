import Foundation
import Inventory
import Reprise
import Sync

/// Shows everything about one item.
final class ItemDetailViewController: ScreenController, ViewControllerRestoration {
  /// The item.
  private(set) var uuid: UUID

  override var subject: UUID? { uuid }

  private let itemView = ItemView()
  private var item: Item?

  /// The item that restoration read, until it is shown.
  private var restored: Item?

  /// The version of the data when the item was read.
  private var loadedVersion: Int64?

  private var detail: DetailView { itemView.detail }

  /// Whether anything is attached to the item.
  private var hasAttachments = false

  /// The values that other homes wrote at the same time as the shown ones.
  private var conflicts: [ItemConflict] = []

  /// Whether the item was in the trash when this screen went to it: then it may stay there.
  private var isOfTrash = false

  /// The number of times that the item was read; tests count it.
  private(set) var loads = 0

  /// The item's place in the list that it was opened from.
  private(set) var position: ItemPosition?

  init(context: AppContext, item uuid: UUID, of listed: ListedItems? = nil) {
    self.uuid = uuid
    position = listed.map(ItemPosition.init(listed:))
    super.init(context: context)
    restorationIdentifier = "item"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let uuid = coder.decodeString(forKey: "item").flatMap(UUID.init(uuidString:)),
      let item = try? context.store.items.fetch(uuid)
    else { return nil }
    let isOfTrash = coder.decodeBool(forKey: "isOfTrash")
    guard item.deletedAt == nil || isOfTrash else {
      context.launchNotices.noteTrashed(item)
      return nil
    }
    let controller = ItemDetailViewController(context: context, item: uuid)
    controller.restored = item
    return controller
  }

  override func loadView() -> View { itemView }

  override func viewDidLoad() {
    detail.didOpen = { [unowned self] in open($0) }
    itemView.picture.decoder = context.attachments.pictures
    load()
    noteTrash()
  }

  /// Notes whether the item that was just opened is in the trash.
  private func noteTrash() {
    let isInTrash = item?.deletedAt != nil
    if isInTrash != isOfTrash { setNeedsPreservation() }
    isOfTrash = isInTrash
  }

  /// Whether the item can be changed: what is in the trash is taken out first.
  private var isChangeable: Bool { item?.deletedAt == nil }

  private func load() {
    loads += 1
    item =
      takeRestored()
      ?? context.notices.attempt { try context.store.items.fetch(uuid) }.flatMap { $0 }
    guard let item else { return }
    loadedVersion = context.store.database.dataVersion
    title = CellText(item.name, width: 200).string
    setNeedsActivity()
    let relations = context.notices.attempt { try context.store.items.relations(of: item) }
    let attached = context.attachments.attachments(of: uuid).map {
      ($0, context.attachments.condition(of: $0))
    }
    conflicts = context.conflicts.values(of: uuid)
    detail.lines = DetailLines(
      item: item, relations: relations ?? ItemRelations(),
      currency: context.store.database.currency,
      customs: context.preferences.customs, showsName: false,
      proof: attached.map(line(of:_:)),
      conflicts: conflicts, on: context.preferences.today(), seal: context.privacy.whySealed(uuid))
    hasAttachments = !attached.isEmpty
    showPhoto(of: attached)
    context.attachments.updateMark(of: uuid, with: attached.map(\.0))
  }

  /// The line of an attachment, marked where two homes wrote something else of it.
  private func line(of attachment: Attachment, _ condition: AttachmentCondition) -> DetailLine {
    var line = AttachmentWords.line(ofItem: attachment, condition)
    if let other = context.conflicts.line(of: .file(attachment.uuid)) { line.text += "  \(other)" }
    return line
  }

  /// The item that restoration read in this launch, once; later it may be out of date.
  private func takeRestored() -> Item? {
    defer { restored = nil }
    return context.updater.isLaunching && restored?.uuid == uuid ? restored : nil
  }

  /// Shows the item's picture, or why it cannot be shown.
  private func showPhoto(of attached: [(Attachment, AttachmentCondition)]) {
    guard let (photo, condition) = attached.first(where: { $0.0.isPrimary && $0.0.isPicture })
    else { return itemView.show(nil, instead: nil) }
    if condition.words.isEmpty {
      itemView.show(context.attachments.picture(photo), instead: nil)
    } else {
      itemView.show(nil, instead: AttachmentWords.detail(photo, condition))
    }
  }

  /// Acts on a line: follows it, or edits its field.
  private func open(_ line: DetailLine) {
    guard isChangeable else {
      return context.notices.show("This item is in the trash: s b brings it back")
    }
    switch line.target {
    case .field(let field): edit(field)
    case .place(let place):
      if let level = context.navigator.makeLevel(.place(place)) {
        navigationController?.push(level)
      }
    case .attachment(let attachment):
      navigationController?.push(
        AttachmentsViewController(context: context, owner: .item(uuid), showing: attachment))
    case .custom:
      context.notices.show("Change your own fields with `keepsake set`")
    case .fixed:
      context.notices.show("“\(line.label)” can't be changed here")
    case .conflict: context.conflicts.askToKeepLocal(of: uuid, over: self)
    }
  }

  /// Shows another item of the same list from its first line.
  func show(_ item: UUID) {
    uuid = item
    position = position.map { ItemPosition(listed: $0.listed) }
    setNeedsPreservation()
    load()
    noteTrash()
    detail.resetPosition()
    updatePosition()
  }

  private func edit(_ field: ItemField?) {
    ItemFormViewController.present(.item(uuid), at: field, over: self, context: context)
  }

  /// The field of the selected line, if the person can edit it; the name, which is the title here, on the first line and on
  /// that of the place.
  private var selectedField: ItemField? {
    guard let line = detail.selectedLine else { return nil }
    if line.id == detail.lines?.lines.first?.id { return .name }
    return switch line.target {
    case .field(let field): field
    case .place: .name
    case .attachment, .custom, .fixed, .conflict: nil
    }
  }

  override func viewWillAppear() {
    updatePosition()
  }

  /// Shows the item's place in the list, such as `3 of 17`, in the bar, and highlights the words of the list's filter.
  private func updatePosition() {
    guard var position else { return }
    position.listed.detail = self
    let text = context.notices.attempt {
      try position.update(for: uuid, in: context.store)
      return try position.text(for: uuid, in: context.store)
    }
    if position.anchor != self.position?.anchor { setNeedsPreservation() }
    self.position = position
    detail.matches = position.listed.matches
    navigationItem.detail = text ?? ""
  }

  /// Looks the item up again: the search through its list has found more rows.
  override func rowsDidChange() {
    guard view.window != nil, position != nil else { return }
    position?.rowsDidChange()
    updatePosition()
  }

  /// Shows another item of the list.
  private func move(by step: Int) {
    guard var position else { return }
    let found = context.notices.attempt {
      try position.move(by: step, from: uuid, in: context.store)
    }
    guard let next = found ?? nil else {
      return context.notices.show(step < 0 ? "This is the first item" : "This is the last item")
    }
    uuid = next
    self.position = position
    position.listed.goOn(to: next)
    // Beside an expanded list, the list selects the item at once.
    if splitViewController?.isCollapsed == false { position.listed.list?.selectCurrent() }
    setNeedsPreservation()
    load()
    noteTrash()
    detail.resetPosition()
    updatePosition()
  }

  override var actions: [Action] {
    itemActions + commandActions.actions(for: self) + super.actions
  }

  private let commandActions = CommandActions()

  override func alert(for question: AlertQuestion) -> AlertController? {
    commandAlert(for: question) ?? super.alert(for: question)
  }

  private lazy var itemActions =
    BulkActions.make(for: self, prefix: "item")
    + CopyActions.make(for: self, prefix: "item") + [
      Action("item.new", "New", "n", isHinted: false, for: self) {
        let start = $0.position?.listed.list?.newItem ?? .new(place: nil)
        ItemFormViewController.present(start, over: $0, context: $0.context)
      },
      Action(
        "item.discard-draft", "Discard draft", "D", role: .destructive, isHinted: false, for: self,
        enabled: { $0.draft != nil }
      ) {
        if let draft = $0.draft { $0.context.changes.discard(draft) }
      },
      // Not hinted, since Enter does the same and is hinted.
      Action("item.edit", "Edit", "e", isHinted: false, for: self, enabled: { $0.isChangeable }) {
        $0.edit($0.selectedField)
      },
      Action(
        "item.trash", "Trash", "x", "Del", role: .destructive, for: self,
        enabled: { $0.isChangeable }
      ) {
        $0.context.changes.perform(.trashItems([$0.uuid]))
      },
      Action("item.archive", "Archive", "s a", isHinted: false, for: self, enabled: { $0.isListed })
      {
        $0.context.changes.perform(.archiveItems([$0.uuid]))
      },
      Action("item.bring-back", "Bring back", "s b", for: self) { $0.bringBack() }
        .hinted(for: self) { !$0.isListed || $0.item?.lentTo.isEmpty == false },
      Action("item.look", "View files", "p", for: self, enabled: { $0.isChangeable }) {
        $0.navigationController?.push(
          AttachmentsViewController(context: $0.context, owner: .item($0.uuid)))
      }.hinted(for: self) { $0.hasAttachments },
      Action("item.attach", "Add files", "P", for: self, enabled: { $0.isChangeable }) {
        AttachBrowser.present(for: .item($0.uuid), over: $0, context: $0.context)
      }.hinted(for: self) { !$0.hasAttachments },
      Action(
        "item.privacy", "Make private or public", "H", isHinted: false, for: self,
        enabled: { $0.isChangeable }
      ) {
        $0.context.privacy.changePrivacy(of: $0.uuid, over: $0)
      },
      Action(
        "item.keep-shown", "Keep shown values", "K", for: self, enabled: { !$0.conflicts.isEmpty }
      ) { $0.context.conflicts.askToKeepLocal(of: $0.uuid, over: $0) },
      Action("item.history", "Show history", "C", isHinted: false, for: self) {
        $0.navigationController?.push(
          HistoryViewController(context: $0.context, item: $0.uuid))
      },
      Action("item.next", "Next item", "]", for: self, enabled: { $0.position != nil }) {
        $0.move(by: 1)
      },
      Action(
        "item.previous", "Previous item", "[", isHinted: false, for: self,
        enabled: { $0.position != nil }
      ) { $0.move(by: -1) },
    ]

  /// The draft with changes of the item that wait.
  private var draft: Draft? { context.drafts.waiting.first { $0.itemUUID == uuid } }

  /// Whether the item is in the lists, and neither in the archive nor in the trash.
  private var isListed: Bool { item?.isLive ?? true }

  /// Returns the item to the lists.
  private func bringBack() {
    guard !isListed else { return endLoans() }
    context.changes.perform(isChangeable ? .unarchiveItems([uuid]) : .restoreItems([uuid]))
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(uuid.uuidString, forKey: "item")
    if isOfTrash { coder.encode(true, forKey: "isOfTrash") }
    coder.encode(object: position?.listed, forKey: "listed")
    position?.encode(with: coder)
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    if let listed = coder.decodeObject(forKey: "listed") as? ListedItems {
      position = ItemPosition(listed: listed, coder: coder)
    }
  }

  /// Shows the item as it is now; closes the screen if the item is gone.
  override func dataDidChange() {
    // During a launch it has just been read.
    if !context.updater.isStarting || loadedVersion != context.store.database.dataVersion { load() }
    if isChangeable { noteTrash() }
    let isTrashed = !isChangeable && !isOfTrash
    if let item, isTrashed { context.news.reportTrashedElsewhere(item) }
    if item == nil || isTrashed { navigationController?.pop(from: self) }
    if view.window != nil { updatePosition() }
  }
}

extension ItemDetailViewController: ItemChoosing {
  var chosenItems: [UUID] { [uuid] }
  var hasChosenItems: Bool { true }
  var markCount: Int { 0 }

  var shelf: ItemShelf {
    guard let item, !item.isLive else { return .lists }
    return item.deletedAt == nil ? .archive : .trash
  }

  func allowsForMarked(_ deed: String) -> Bool { true }
}
