import Foundation

extension TableView {
  /// Shows rows that were added to the data, at their new paths.
  ///
  /// Only these rows are asked for. Selection, marks and position stay with their rows, without a look
  /// at identifiers. Change the data first. If the numbers do not add up, that is reported and
  /// everything is reloaded.
  public func insertRows(at paths: [IndexPath]) {
    change(.insertion, at: paths)
  }

  /// Removes rows that were deleted from the data, at their former paths.
  ///
  /// Selection, marks and position stay with the remaining rows; where the selected row goes, the row
  /// that takes its place is selected. Change the data first. If the numbers do not add up, that is
  /// reported and everything is reloaded.
  public func deleteRows(at paths: [IndexPath]) {
    change(.deletion, at: paths)
  }

  private func change(_ kind: RowChanges.Kind, at paths: [IndexPath]) {
    guard !needsReload, !paths.isEmpty, let dataSource else { return }
    guard pendingState == nil else { return reloadData() }
    let changes = RowChanges(kind, at: paths)
    var counts = geometry.sections.map { (title: $0.title, rows: $0.rows) }
    for (section, rows) in changes.rows {
      guard counts.indices.contains(section) else {
        return refuseChange(of: section, "there is none")
      }
      let before = counts[section].rows
      let after = dataSource.tableView(self, numberOfRowsInSection: section)
      let expected = before + (kind == .insertion ? rows.count : -rows.count)
      let places = kind == .insertion ? after : before
      guard after == expected, rows.allSatisfy({ (0..<places).contains($0) }) else {
        let verb = kind == .insertion ? "insert" : "delet"
        let text = "\(before) rows, \(rows.count) \(verb)ed, are \(after)"
        return refuseChange(of: section, text)
      }
      counts[section].rows = after
    }
    follow(changes, into: TableGeometry(sections: counts))
  }

  private func refuseChange(of section: Int, _ text: String) {
    refuse("rows of section \(section) were not changed one by one: \(text)")
    reloadData()
  }

  /// Updates all that refers to rows, by their paths after a change.
  func follow(_ changes: some RowPaths, into new: TableGeometry) {
    let topSlot = geometry.slot(atLine: chosenTopLine)
    let top = geometry.row(nearSlot: topSlot)
    let offset = top.flatMap(geometry.slot(of:)).map { topSlot - $0 } ?? 0
    let lines = chosenTopLine - geometry.line(ofSlot: topSlot)
    show(new)
    marks = marks.compactMap { mark in
      changes.place(of: mark.path).map { RowMark(path: $0, identifier: mark.identifier) }
    }
    if let path = indexPathForSelectedRow {
      if let place = changes.place(of: path) {
        indexPathForSelectedRow = place
      } else {
        select(geometry.row(nearPath: changes.gap(at: path)))
      }
    } else {
      select(geometry.row(nearSlot: 0))
    }
    let place = top.map { changes.place(of: $0) ?? changes.gap(at: $0) }
    let row = place.flatMap(geometry.row(nearPath:)).flatMap(geometry.slot(of:)) ?? 0
    let slot = changes.movesTop ? row + offset : topSlot
    restore(
      top: TableAnchor(slot: max(0, slot), offset: max(0, lines)),
      followsSelection: followsSelection)
    setNeedsLayout()
    setNeedsPreservation()
    invalidateIntrinsicContentSize()
  }
}

/// Where rows are after a change.
protocol RowPaths {
  /// The path of a row after the change; `nil` if it was deleted.
  func place(of path: IndexPath) -> IndexPath?

  /// The path after the change of the place where a deleted row was.
  func gap(at path: IndexPath) -> IndexPath

  /// Whether the row at the top of the screen stays there.
  var movesTop: Bool { get }
}

/// The rows that were added or deleted, by section.
struct RowChanges: RowPaths {
  enum Kind { case insertion, deletion }

  let kind: Kind
  let movesTop = true

  /// The row numbers of each section, in order.
  private(set) var rows: [Int: [Int]] = [:]

  init(_ kind: Kind, at paths: [IndexPath]) {
    self.kind = kind
    for path in Set(paths) { rows[path.section, default: []].append(path.row) }
    for section in rows.keys { rows[section]?.sort() }
  }

  func place(of path: IndexPath) -> IndexPath? {
    guard let rows = rows[path.section] else { return path }
    switch kind {
    case .insertion:
      var row = path.row
      for inserted in rows where inserted <= row { row += 1 }
      return IndexPath(row: row, section: path.section)
    case .deletion:
      return rows.contains(path.row) ? nil : gap(at: path)
    }
  }

  func gap(at path: IndexPath) -> IndexPath {
    let before = rows[path.section]?.prefix { $0 < path.row }.count ?? 0
    return IndexPath(row: path.row - before, section: path.section)
  }
}
