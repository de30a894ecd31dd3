import Foundation
import Inventory
import Reprise
import Sync

/// A level of the tree of places: its places, each of which shows the places in it when expanded, then its items.
final class PlacesViewController: ListViewController, ViewControllerRestoration {
  let level: PlaceLevel

  private let outline: OutlineView

  /// The rows, opened at first use, so that a covered level costs nothing at launch.
  var contents: PlaceContents? {
    if opened == nil, !holdsItems || listed.isUpToDate {
      opened = context.notices.attempt {
        let items = holdsItems ? listed.known : nil
        let places = try currentPlaces()
        openedPlaces = places
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

  /// The places of the rows: those of the level, and those in expanded ones.
  var shownPlaces: LevelPlaces? { contents == nil ? nil : openedPlaces }

  private var openedPlaces: LevelPlaces?

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
    let outline = OutlineView()
    self.outline = outline
    super.init(context: context, scope: level.scope, showsPlace: false, table: outline)
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
    case .place: return place?.name
    }
  }

  /// The place of the level, unless it is gone.
  private var place: Place? {
    guard let uuid = placeOfLevel else { return nil }
    let place = context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
    return place?.deletedAt == nil ? place : nil
  }

  /// Shows the notes of the place above its contents, as far as they leave room for these.
  private func showNotes() {
    guard let place, PlaceNotesViewController.canEdit(place) else { return list.introduce("") }
    let lines = place.notes.split(whereSeparator: \.isNewline)
    let isLong = lines.count > Self.mostNotes
    list.introduce(
      lines.prefix(Self.mostNotes).map { CellText(String($0), width: 200).string }
        .joined(separator: "\n") + (isLong ? " …" : ""))
  }

  /// The lines of notes that are shown; `i` shows all.
  private static let mostNotes = 3

  override func viewDidLoad() {
    outline.outlineDataSource = self
    outline.delegate = self
    outline.expansionDidChange = { [weak self] in
      self?.rowsDidMove()
      self?.noteShownWorth()
    }
    showColumns()
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
    showNotes()
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
  private(set) var shownWorth = ShownWorth() {
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
  var levelPlaces: Set<UUID> {
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
    guard let location = outline.location(ofRowAt: path), location.parent == nil else { return nil }
    return try contents?.anchor(at: location.index)
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
  func shownName(of place: Place) -> String {
    guard !filter.isEmpty else { return place.name }
    guard let prefix = levelPrefix else { return place.path }
    return place.path.hasPrefix(prefix) ? String(place.path.dropFirst(prefix.count)) : place.name
  }

  private func row(at path: IndexPath) -> PlaceContents.Row? {
    outline.location(ofRowAt: path).flatMap(row(at:))
  }

  func row(at location: OutlineLocation) -> PlaceContents.Row? {
    guard let parent = location.parent else {
      return context.notices.attempt { try contents?.row(at: location.index) } ?? nil
    }
    let places = children(of: parent)
    return places.indices.contains(location.index) ? .place(places[location.index]) : nil
  }

  /// The places in an expanded place; none while a filter shows the matches of all levels.
  func children(of identifier: String) -> [Place] {
    guard filter.isEmpty, let place = UUID(uuidString: identifier) else { return [] }
    return context.notices.attempt { try shownPlaces?.children(of: place) ?? [] } ?? []
  }

  /// The place in which a new one is made: the one around the selected row.
  var parentOfNewPlace: UUID? {
    let path = outline.indexPathForSelectedRow
    if let parent = path.flatMap(outline.location(ofRowAt:))?.parent {
      return UUID(uuidString: parent)
    }
    return placeOfLevel
  }

  /// The place whose level this is; `nil` at the top and for items without a place.
  var placeOfLevel: UUID? {
    if case .place(let uuid) = level { uuid } else { nil }
  }

  /// The place of the level with everything in it; at the top, the selected place.
  override var reportPart: ReportPart? {
    if case .unplaced = level { return ReportPart(scope: .unplaced, name: title) }
    let around = placeOfLevel.flatMap { uuid in
      context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
    }
    return (around ?? selectedPlace).map { ReportPart(scope: .within($0.uuid), name: $0.path) }
  }

  override var newItem: ItemFormModel.Start {
    .new(place: placeOfLevel)
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
