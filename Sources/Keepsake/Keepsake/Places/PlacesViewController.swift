import Foundation
import Inventory
import Reprise
import Sync

/// One level of the tree of places: its places, then its items.
final class PlacesViewController: ListViewController, ViewControllerRestoration {
  let level: PlaceLevel

  /// The rows, opened at first use, so that a covered level costs nothing at launch.
  private var contents: PlaceContents? {
    if opened == nil, !holdsItems || listed.isUpToDate {
      opened = context.notices.attempt {
        let items = holdsItems ? listed.known : nil
        let places = try currentPlaces()
        return try PlaceContents(
          store: context.store, places: places, filter: contentsFilter, items: items)
      }
    }
    return opened
  }

  /// The words that the names of places must contain; in the archive and the trash, their operator, which no name does.
  private var contentsFilter: String {
    holdsItems && listed.shelf != .lists ? listed.query.filter : filter
  }

  private var opened: PlaceContents?

  /// The places of the level, read at first use and after changes.
  private var places: LevelPlaces?

  private func currentPlaces() throws -> LevelPlaces {
    if let places, places.dataVersion == context.store.database.dataVersion { return places }
    let places = try LevelPlaces(store: context.store, level: level)
    self.places = places
    return places
  }

  override var holdsItems: Bool { level != .top }

  override var doing: String {
    level == .top ? "browsing the places" : "browsing “\(title)”"
  }

  init(context: AppContext, level: PlaceLevel) {
    self.level = level
    super.init(context: context, scope: level.scope, showsPlace: false)
    restorationIdentifier = "places"
    if level != .top { restorationClass = Self.self }
    title = name ?? "Places"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let level = coder.decodeString(forKey: "level").flatMap(PlaceLevel.init(name:))
    else { return nil }
    let controller = PlacesViewController(context: context, level: level)
    return controller.name == nil ? nil : controller
  }

  /// The name of the level; `nil` if its place is gone.
  private var name: String? {
    switch level {
    case .top: return "Places"
    case .unplaced: return "No place yet"
    case .place(let uuid):
      let place = context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
      return place?.deletedAt == nil ? place?.name : nil
    }
  }

  override func viewDidLoad() {
    list.table.dataSource = self
    list.table.delegate = self
    list.table.columns = ItemColumns.make(showsPlace: false, showsTraits: holdsItems)
    openRows()
  }

  /// The beginning of the paths below the level, read with the rows; `nil` at the top.
  private var levelPrefix: String?

  private func readLevelPrefix() -> String? {
    guard !filter.isEmpty, case .place(let uuid) = level else { return nil }
    let around = context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
    return around.map { $0.path + Place.separator }
  }

  override func showRows() {
    opened = nil
    levelPrefix = readLevelPrefix()
    list.table.placeholder = emptyShelf ?? placeholder
    list.table.reloadData()
  }

  private var placeholder: String {
    filter.isEmpty
      ? "Nothing here.\nn  adds an item here" + (level == .unplaced ? "" : ", N  a place")
      : "No place matches.\nThe filter of Items searches all items."
  }

  override func viewWillAppear() {
    super.viewWillAppear()
    updateTitle()
  }

  override func updateTitle() {
    guard isInFront else { return }
    let count = contents.flatMap { contents in context.notices.attempt { try contents.itemCount } }
    showTotals(shelfCount ?? Figures.items(count ?? 0), shelf == .lists ? levelTotals : listTotals)
    noteShownWorth()
  }

  // MARK: - Worth

  /// The values on the screen, saved so that a launch shows them at once.
  private var shownWorth = ShownWorth() {
    didSet { if shownWorth != oldValue { setNeedsPreservation() } }
  }

  /// The value of what is in the level and below.
  private var levelTotals: Totals? {
    guard let worth = context.worth.known else { return shownWorth.level }
    guard filter.isEmpty else { return filteredTotals(worth) }
    switch level {
    case .top: return worth.all
    case .unplaced: return worth.unplaced
    case .place(let uuid): return worth.places[uuid] ?? Totals()
    }
  }

  /// The value of the places and items that pass the filter.
  private func filteredTotals(_ worth: Worth) -> Totals? {
    var totals = Totals()
    if holdsItems {
      guard let items = listTotals else { return nil }
      totals = items
    }
    return context.notices.attempt {
      for place in contents?.outermostPlaces ?? [] {
        if let sum = worth.places[place] { try totals.add(sum) }
      }
      return totals
    }
  }

  override func updateSums() {
    guard isInFront else { return }
    context.worth.update()
    filter.isEmpty ? updateMarkedSums() : super.updateSums()
  }

  override func isItem(_ identifier: UUID) -> Bool { !levelPlaces.contains(identifier) }

  /// The places of the level and below, those that the filter hides included.
  private var levelPlaces: Set<UUID> {
    context.notices.attempt { try currentPlaces().uuids() } ?? []
  }

  /// The value of marked places includes everything in them.
  override var markedTotals: Totals? {
    let marked = levelPlaces.filter { list.table.isMarked(modelIdentifier: $0.digits) }
    let unplaced: [UUID?] = list.table.isMarked(modelIdentifier: "unplaced") ? [nil] : []
    // Items of nested marked places count once.
    let outermost = context.notices.attempt { try currentPlaces().outermost(of: marked) } ?? marked
    let places = outermost.map(Optional.some) + unplaced
    guard marked.count + unplaced.count < markCount else { return add(places, to: Totals()) }
    return super.markedTotals.flatMap { add(places, to: $0) }
  }

  /// Adds the values of places, and of the items without a place (`nil`), as far as they are known.
  private func add(_ places: [UUID?], to totals: Totals) -> Totals? {
    var totals = totals
    return context.notices.attempt {
      for place in places {
        guard let sum = shownWorth.totals(of: place, in: context.worth.known) else { return nil }
        try totals.add(sum)
      }
      return totals
    } ?? nil
  }

  /// A covered level is updated when the person comes back to it.
  override func worthDidChange() {
    guard isViewLoaded else { return }
    list.table.reloadData()
    updateTitle()
  }

  override func tableViewDidMove(_ tableView: TableView) {
    super.tableViewDidMove(tableView)
    noteShownWorth()
  }

  private func noteShownWorth() {
    guard context.worth.known != nil, let first = list.table.indexPathForFirstVisibleRow else {
      return
    }
    var shown = ShownWorth(level: levelTotals)
    for index in first.row..<(first.row + max(1, list.table.bounds.height)) {
      switch row(at: IndexPath(row: index, section: 0)) {
      case .place(let place): shown.note(place.uuid, in: context.worth.known)
      case .unplaced: shown.note(nil, in: context.worth.known)
      case .item, nil: break
      }
    }
    shownWorth = shown
  }

  override func anchor(at path: IndexPath) throws -> ListAnchor? {
    try contents?.anchor(at: path.row)
  }

  override func dataDidChange() {
    guard let name else {
      navigationController?.pop(from: self)
      return
    }
    title = name
    setNeedsActivity()
    openRows()
  }

  // MARK: - Actions

  /// The name of a place; with a filter, its path from the level, since it can be on any level below.
  private func shownName(of place: Place) -> String {
    guard !filter.isEmpty else { return place.name }
    guard let prefix = levelPrefix else { return place.path }
    return place.path.hasPrefix(prefix) ? String(place.path.dropFirst(prefix.count)) : place.name
  }

  private func row(at path: IndexPath) -> PlaceContents.Row? {
    context.notices.attempt { try contents?.row(at: path.row) } ?? nil
  }

  override var newItem: ItemFormModel.Start {
    if case .place(let uuid) = level { .new(place: uuid) } else { .new(place: nil) }
  }

  override var selectedForm: ItemFormModel.Start? {
    guard let path = list.table.indexPathForSelectedRow, case .item(let item) = row(at: path)
    else { return nil }
    return .item(item.uuid)
  }

  /// The place of the selected row, if it is one.
  var selectedPlace: Place? {
    guard let path = list.table.indexPathForSelectedRow, case .place(let place) = row(at: path)
    else { return nil }
    return place
  }

  override var canChangePrivacy: Bool { selectedPlace != nil || super.canChangePrivacy }

  override func changePrivacy() {
    guard let place = selectedPlace else { return super.changePrivacy() }
    context.privacy.changePrivacy(of: place, over: self)
  }

  override var actions: [Action] { [decideAction] + placeActions + super.actions }

  // Made once: the window reads them at every key.
  private lazy var placeActions = PlaceActions.make(for: self)

  private lazy var decideAction = Action(
    "place.decide", "Resolve conflict", "K", for: self, enabled: { $0.conflict != nil }
  ) {
    if let value = $0.conflict { $0.context.conflicts.askToResolve(value, over: $0) }
  }

  /// The value of the selected place that another home wrote at the same time.
  private var conflict: RowConflict? {
    selectedPlace.flatMap { context.conflicts.rows(of: .place($0.uuid)).first }
  }

  override func showHistory(of item: UUID) {
    navigationController?.push(HistoryViewController(context: context, item: item))
  }

  override func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    let next: ViewController? =
      switch row(at: indexPath) {
      case .place(let place): PlacesViewController(context: context, level: .place(place.uuid))
      case .item(let item):
        ItemDetailViewController(context: context, item: item.uuid, of: listed)
      case .unplaced: PlacesViewController(context: context, level: .unplaced)
      case nil: nil
      }
    if let next { navigationController?.push(next) }
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(level.name, forKey: "level")
    shownWorth.encode(with: coder)
  }

  override func decodeRestorableState(with coder: Coder) {
    shownWorth = ShownWorth(coder: coder)
    super.decodeRestorableState(with: coder)
  }
}

extension PlacesViewController: TableViewDataSource {
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    context.notices.attempt { try contents?.count ?? 0 } ?? 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    switch row(at: indexPath) {
    case .place(let place):
      let cell = tableView.dequeueReusableCell(PlaceCell.self)
      cell.show(
        shownName(of: place), place: place, count: place.subtreeItemCount,
        totals: shownWorth.totals(of: place.uuid, in: context.worth.known), in: context)
      return cell
    case .unplaced(let count):
      let cell = tableView.dequeueReusableCell(PlaceCell.self)
      cell.show(
        "No place yet", count: count,
        totals: shownWorth.totals(of: nil, in: context.worth.known), in: context)
      return cell
    case .item(let row):
      let cell = tableView.dequeueReusableCell(ItemCell.self)
      cell.show(row, in: context)
      return cell
    case nil:
      return tableView.dequeueReusableCell(TableViewCell.self)
    }
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    if case .unplaced = row(at: indexPath) { false } else { true }
  }

  /// Trashes an item; asks first about a place that is not empty.
  func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {
    switch row(at: indexPath) {
    case .place(let place): TrashPlaceViewController.trash(place, over: self, context: context)
    case .item(let item): context.changes.perform(.trashItems([item.uuid]))
    case .unplaced, nil: break
    }
  }
}

extension PlacesViewController: DataSourceModelAssociation {
  func modelIdentifiers(inSection section: Int, in view: View) -> [String?] {
    let places = contents?.shownPlaces.map { $0.digits as String? } ?? []
    return holdsItems
      ? places + itemIdentifiers(in: listed.known)
      : places + [modelIdentifierForElement(at: IndexPath(row: places.count, section: 0), in: view)]
  }

  func modelIdentifiersOfMissingElements(
    among identifiers: [String], in view: View
  ) -> [String] {
    let places = levelPlaces
    return missingItems(
      among: identifiers.filter { identifier in
        identifier != "unplaced" && UUID(uuidString: identifier).map(places.contains) != true
      })
  }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    row(at: indexPath).map { $0.uuid?.digits ?? "unplaced" }
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    if identifier == "unplaced" {
      guard let count = context.notices.attempt({ try contents?.count }) ?? nil, count > 0 else {
        return nil
      }
      let last = IndexPath(row: count - 1, section: 0)
      if case .unplaced = row(at: last) { return last }
      return nil
    }
    guard let uuid = UUID(uuidString: identifier) else { return nil }
    let index = context.notices.attempt { try contents?.index(of: uuid) } ?? nil
    return index.map { IndexPath(row: $0, section: 0) }
  }
}
