import Foundation

/// Shows a tree of items, of which each can be expanded in place (AppKit's `NSOutlineView`).
///
/// It is a table whose rows come from an ``OutlineViewDataSource``: selection, marks, columns and scrolling work as
/// in ``TableView``, and its ``TableView/delegate`` is the table's. Children are asked for only while their item is
/// expanded and has a row itself, and cells only for rows on the screen.
///
/// ```swift
/// final class FolderList: ViewController, OutlineViewDataSource {
///   private let outline = OutlineView().named("folders")
///
///   override func loadView() -> View { outline }
///
///   override func viewDidLoad() { outline.outlineDataSource = self }
/// ```
///
/// `→` or `l` expands the selected item, and then goes to its first child; `←` or `h` collapses it, and then goes to
/// the item around it. `z R` expands everything, `z M` collapses everything. A click on the triangle does either.
/// On other items these keys do what they do in any list: `l` opens, `h` goes back.
///
/// Expanded items are part of the restored state, by their model identifiers: an item that moved is expanded where
/// it is now. One in a collapsed item stays expanded and shows its children once it has a row again.
open class OutlineView: TableView {
  /// Supplies the items.
  public weak var outlineDataSource: (any OutlineViewDataSource)? {
    didSet { reloadData() }
  }

  /// Called after an item was expanded or collapsed.
  public var expansionDidChange: (() -> Void)?

  private(set) lazy var rows = OutlineRows(of: self)

  /// The expanded items, in the order in which they were expanded.
  var expanded = RowMarks()

  /// Saves the expanded items.
  private lazy var stateOfExpansion = OutlineExpansion(of: self)

  /// The rows, counted when first needed after a change.
  var knownTree: OutlineTree?

  /// Whether expanded items that are gone are forgotten at the next layout with rows.
  private var dropsMissingItems = false

  /// Makes an outline.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    dataSource = rows
  }

  override func dropClosures() {
    super.dropClosures()
    expansionDidChange = nil
  }

  // MARK: - Rows

  var tree: OutlineTree? {
    if let knownTree { return knownTree }
    guard let outlineDataSource else { return nil }
    let tree = OutlineTree(of: self, from: outlineDataSource)
    knownTree = tree
    return tree
  }

  public override func reloadData() {
    knownTree = nil
    super.reloadData()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if dropsMissingItems, numberOfRows > 0 { dropMissingItems() }
  }

  /// The location of the item in a row; `nil` if there is no such row.
  public func location(ofRowAt path: IndexPath) -> OutlineLocation? { rows.location(at: path) }

  /// The identifier of the item in a row; `nil` if there is no such row.
  public func item(atRow path: IndexPath) -> String? {
    rows.modelIdentifierForElement(at: path, in: self)
  }

  /// The row of an item; `nil` if an item around it is collapsed, or if it is gone.
  public func row(forItem identifier: String) -> IndexPath? {
    loadIfNeeded()
    return rows.indexPathForElement(withModelIdentifier: identifier, in: self)
  }

  /// How many items are around the item in a row; 0 at the top.
  public func level(forRow path: IndexPath) -> Int {
    tree?.root.place(ofRow: path.row)?.branch.level ?? 0
  }

  func reportChangedItems() {
    refuse(
      "the items of a \(type(of: self)) changed without reloadData(): "
        + "call it whenever the data source's items change")
    reloadData()
  }

  // MARK: - The selected row

  open override var actions: [Action] { outlineActions + super.actions }

  // Made once: the window reads them at every key.
  private lazy var outlineActions = makeOutlineActions()

  /// A click on a triangle expands or collapses its item; the selection stays.
  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    clickTriangle(event, at: point) || super.mouse(event, at: point)
  }

  // MARK: - Preservation

  override var companions: [View] {
    restorationIdentifier == nil ? super.companions : super.companions + [stateOfExpansion]
  }

  override var savedCompanions: [View] {
    restorationIdentifier == nil || expanded.isEmpty
      ? super.savedCompanions : super.savedCompanions + [stateOfExpansion]
  }

  /// Whether the screen refers to the expanded items.
  private var savesExpansion = false

  /// Saves the expanded items, and whether there are any.
  func saveExpansion() {
    stateOfExpansion.setNeedsPreservation()
    guard savesExpansion == expanded.isEmpty else { return }
    savesExpansion = !expanded.isEmpty
    // The screen refers to the expanded items only while there are any.
    preservationOwner?.setNeedsPreservation()
  }

  func restore(_ expanded: RowMarks) {
    self.expanded = expanded
    savesExpansion = !expanded.isEmpty
    dropsMissingItems = savesExpansion
    reloadData()
  }

  /// Forgets expanded items that were deleted before this launch; until then, an undo brings them back expanded.
  private func dropMissingItems() {
    guard let source = outlineDataSource else { return }
    dropsMissingItems = false
    let gone = expanded.identifiers.filter { !source.outlineView(self, containsItem: $0) }
    guard !gone.isEmpty else { return }
    expanded.remove(Set(gone.map(RowKey.item)))
    saveExpansion()
  }
}
