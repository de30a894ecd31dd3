import Foundation
import Inventory
import Reprise

/// One item, all that is known of it.
final class ItemDetailViewController: ScreenController, ViewControllerRestoration {
  private var uuid: UUID
  private let detail = DetailView()
  private lazy var itemView = ItemView(detail)
  private var item: Item?

  /// Where the item stands in the list that it was opened from.
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
      let item = try? context.store.item(uuid)
    else { return nil }
    guard item.deletedAt == nil else {
      context.noteTrashedMeanwhile(item)
      return nil
    }
    return ItemDetailViewController(context: context, item: uuid)
  }

  override func loadView() -> View { itemView }

  override func viewDidLoad() {
    detail.restorationIdentifier = "detail"
    itemView.picture.decoder = context.pictures
    load()
  }

  private func load() {
    item = context.attempt { try context.store.item(uuid) }.flatMap { $0 }
    guard let item else { return }
    title = CellText(item.name, width: 200).string
    let relations = context.attempt { try context.store.relations(of: item) }
    let attachments = context.attachments(of: uuid)
    let conditions = attachments.map(context.condition)
    detail.lines = DetailLines(
      item: item, relations: relations ?? ItemRelations(), currency: context.store.currency,
      customs: context.customs,
      proof: zip(attachments, conditions).map {
        DetailLines.Line(
          label: $0.kind.word.capitalizedFirst, text: AttachmentWords.detail($0, $1))
      })
    let photo = zip(attachments, conditions).first { attachment, condition in
      attachment.isPrimary && attachment.isPicture && condition.words.isEmpty
    }
    itemView.photo = photo.map { context.picture($0.0) }
  }

  override func viewWillAppear() {
    updatePosition()
  }

  /// Shows where the item stands, in the bar.
  private func updatePosition() {
    guard var position else { return }
    position.listed.detail = self
    let text = context.attempt {
      try position.update(for: uuid, in: context.store)
      return try position.text(for: uuid, in: context.store)
    }
    if position.anchor != self.position?.anchor { setNeedsPreservation() }
    self.position = position
    navigationItem.detail = text ?? ""
  }

  /// Says anew where the item stands: of its list, which is being searched, more is known.
  override func rowsDidChange() {
    guard view.window != nil, position != nil else { return }
    position?.rowsDidChange()
    updatePosition()
  }

  /// Goes on to another item of the list.
  private func move(by step: Int) {
    guard var position else { return }
    let found = context.attempt { try position.move(by: step, from: uuid, in: context.store) }
    guard let next = found ?? nil else {
      return context.notice(step < 0 ? "This is the first item" : "This is the last item")
    }
    uuid = next
    self.position = position
    position.listed.goOn(to: next)
    setNeedsPreservation()
    load()
    detail.setContentOffset(.zero)
    updatePosition()
  }

  override var actions: [Action] { itemActions + super.actions }

  private lazy var itemActions = [
    Action("item.edit", "Edit", "e", for: self) {
      ItemFormViewController.present(.item($0.uuid), over: $0, context: $0.context)
    },
    Action("item.trash", "Trash", "x", "Del", for: self) {
      $0.context.perform(.trashItems([$0.uuid]))
    },
    Action("item.look", "Look", "p", for: self) {
      $0.navigationController?.push(
        AttachmentsViewController(context: $0.context, item: $0.uuid))
    },
    Action("item.attach", "Add files", "P", isHinted: false, for: self) {
      AttachBrowser.present(for: $0.uuid, over: $0, context: $0.context)
    },
    Action("item.next", "Next item", "]", for: self, enabled: { $0.position != nil }) {
      $0.move(by: 1)
    },
    Action(
      "item.previous", "Previous item", "[", isHinted: false, for: self,
      enabled: { $0.position != nil }
    ) { $0.move(by: -1) },
  ]

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(uuid.uuidString, forKey: "item")
    coder.encode(object: position?.listed, forKey: "listed")
    position?.anchor?.encode(with: coder)
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    if let listed = coder.decodeObject(forKey: "listed") as? ListedItems {
      position = ItemPosition(listed: listed, coder: coder)
    }
  }

  /// Shows the item as it is now; when it is gone, so is its screen.
  override func dataDidChange() {
    load()
    if let item, item.deletedAt != nil { context.sayIfTrashedElsewhere(item) }
    if item == nil || item?.deletedAt != nil { navigationController?.pop(from: self) }
    if view.window != nil { updatePosition() }
  }
}
