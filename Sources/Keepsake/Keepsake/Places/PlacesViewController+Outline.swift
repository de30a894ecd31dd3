import Foundation
import Inventory
import Reprise

/// The rows: the places and items of the level, and the places in expanded ones.
extension PlacesViewController: OutlineViewDataSource {
  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem identifier: String?) -> Int {
    if let identifier { return children(of: identifier).count }
    return context.notices.attempt { try contents?.count ?? 0 } ?? 0
  }

  func outlineView(
    _ outlineView: OutlineView, child index: Int, ofItem identifier: String?
  ) -> String? {
    row(at: OutlineLocation(parent: identifier, index: index)).map(Self.identifier)
  }

  private static func identifier(of row: PlaceContents.Row) -> String {
    row.uuid?.digits ?? "unplaced"
  }

  func outlineView(_ outlineView: OutlineView, parentOfItem identifier: String) -> String? {
    guard filter.isEmpty, let place = place(identifier), place.parent != placeOfLevel else {
      return nil
    }
    return place.parent?.digits
  }

  private func place(_ identifier: String) -> Place? {
    guard let uuid = UUID(uuidString: identifier) else { return nil }
    return context.notices.attempt { try shownPlaces?.place(uuid) } ?? nil
  }

  func outlineView(
    _ outlineView: OutlineView, indexOfItem identifier: String, inItem parent: String?
  ) -> Int? {
    guard let uuid = UUID(uuidString: identifier) else { return indexOfUnplaced }
    return context.notices.attempt {
      guard filter.isEmpty else { return try contents?.index(of: uuid) }
      let around = parent.flatMap(UUID.init(uuidString:))
      if let index = try shownPlaces?.index(of: uuid, in: around) { return index }
      return parent == nil ? try contents?.index(of: uuid) : nil
    } ?? nil
  }

  /// The index of the row for the items without a place.
  private var indexOfUnplaced: Int? {
    guard let count = context.notices.attempt({ try contents?.count }) ?? nil, count > 0,
      case .unplaced = row(at: OutlineLocation(parent: nil, index: count - 1))
    else { return nil }
    return count - 1
  }

  func outlineView(
    _ outlineView: OutlineView, isItemExpandableAt location: OutlineLocation
  ) -> Bool {
    guard filter.isEmpty, case .place(let place) = row(at: location) else { return false }
    return place.placeCount > 0
  }

  func outlineView(_ outlineView: OutlineView, containsItem identifier: String) -> Bool {
    place(identifier) != nil
  }

  func outlineView(
    _ outlineView: OutlineView, childrenOfItem identifier: String?
  ) -> [String?] {
    if let identifier { return children(of: identifier).map(\.uuid.digits) }
    let places = contents?.shownPlaces.map { $0.digits as String? } ?? []
    if holdsItems { return places + itemIdentifiers(in: listed.known) }
    return places + (indexOfUnplaced == nil ? [] : ["unplaced"])
  }

  func outlineView(
    _ outlineView: OutlineView, missingItemsAmong identifiers: [String]
  ) -> [String] {
    let places = levelPlaces
    return missingItems(
      among: identifiers.filter { identifier in
        identifier != "unplaced" && UUID(uuidString: identifier).map(places.contains) != true
      })
  }

  func outlineView(
    _ outlineView: OutlineView, cellForItemAt location: OutlineLocation
  ) -> TableViewCell {
    switch row(at: location) {
    case .place(let place):
      let cell = outlineView.dequeueReusableCell(PlaceCell.self)
      cell.show(
        shownName(of: place), place: place, count: place.subtreeItemCount,
        totals: shownWorth.totals(of: place.uuid, in: context.worth.known), in: context)
      return cell
    case .unplaced(let count):
      let cell = outlineView.dequeueReusableCell(PlaceCell.self)
      cell.show(
        "No place yet", count: count,
        totals: shownWorth.totals(of: nil, in: context.worth.known), in: context)
      return cell
    case .item(let row):
      let cell = outlineView.dequeueReusableCell(ItemCell.self)
      cell.indentsLeaf = false
      cell.show(row, matching: listed.matches, in: context)
      return cell
    case nil:
      return outlineView.dequeueReusableCell(TableViewCell.self)
    }
  }

  func outlineView(_ outlineView: OutlineView, canMoveRowAt indexPath: IndexPath) -> Bool {
    tableView(outlineView, canMoveRowAt: indexPath)
  }

  func outlineView(
    _ outlineView: OutlineView, moveRowAt indexPath: IndexPath, to target: IndexPath
  ) {
    tableView(outlineView, moveRowAt: indexPath, to: target)
  }

  func outlineView(_ outlineView: OutlineView, canEditItemAt location: OutlineLocation) -> Bool {
    if case .unplaced = row(at: location) { false } else { true }
  }

  /// Trashes an item; asks first about a place that is not empty.
  func outlineView(
    _ outlineView: OutlineView, commitDeletionForItemAt location: OutlineLocation
  ) {
    switch row(at: location) {
    case .place(let place): TrashPlaceViewController.trash(place, over: self, context: context)
    case .item(let item): context.changes.perform(.trashItems([item.uuid]))
    case .unplaced, nil: break
    }
  }
}
