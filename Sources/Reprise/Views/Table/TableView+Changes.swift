import Foundation

extension TableView {
  /// Takes over rows that came into the data, at the places they have now.
  ///
  /// Only these rows are new: selection, marks and position stay on the rows that were there, without
  /// asking where their things are. Change the data first. Numbers that do not fit together are
  /// reported, and everything is asked for anew.
  public func insertRows(at paths: [IndexPath]) {
    change(.insertion, at: paths)
  }

  /// Takes rows away that went out of the data, from the places they had.
  ///
  /// Selection, marks and position stay on the rows that remain; a selected row that goes leaves the
  /// selection to the one that takes its place. Change the data first. Numbers that do not fit together
  /// are reported, and everything is asked for anew.
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

  /// Moves everything that names a row to where the row is after a change.
  private func follow(_ changes: RowChanges, into new: TableGeometry) {
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
    restore(
      top: TableAnchor(slot: max(0, row + offset), offset: max(0, lines)),
      followsSelection: followsSelection)
    setNeedsLayout()
    setNeedsPreservation()
    invalidateIntrinsicContentSize()
  }
}

/// Rows that came or went, by section.
struct RowChanges {
  enum Kind { case insertion, deletion }

  let kind: Kind
  /// The rows of each section, in order.
  private(set) var rows: [Int: [Int]] = [:]

  init(_ kind: Kind, at paths: [IndexPath]) {
    self.kind = kind
    for path in Set(paths) { rows[path.section, default: []].append(path.row) }
    for section in rows.keys { rows[section]?.sort() }
  }

  /// Where a row is after the change; `nil` if it went.
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

  /// What stands where a row was that went.
  func gap(at path: IndexPath) -> IndexPath {
    let before = rows[path.section]?.prefix { $0 < path.row }.count ?? 0
    return IndexPath(row: path.row - before, section: path.section)
  }
}
