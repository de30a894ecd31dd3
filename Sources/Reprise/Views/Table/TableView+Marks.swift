import Foundation

/// A row that is marked: where it stands, and the name of its thing if it has one.
struct RowMark: Hashable {
  var path: IndexPath
  var identifier: String?
}

extension TableView {
  /// The rows that an action is about, from the top: those that are marked, or else the selected one.
  ///
  /// Marks stay on their things when rows come and go, and across launches (contract 2.C, 5.2); those of
  /// things that are gone go with them.
  public var indexPathsForSelectedRows: [IndexPath] {
    let marked = markedPaths.filter(geometry.contains).sorted()
    return marked.isEmpty ? indexPathForSelectedRow.map { [$0] } ?? [] : marked
  }

  /// The rows that are marked, from the top.
  public var indexPathsForMarkedRows: [IndexPath] {
    markedPaths.filter(geometry.contains).sorted()
  }

  /// Marks a row, or takes its mark away, where several may be selected.
  public func setMarked(_ isMarked: Bool, forRowAt path: IndexPath) {
    loadIfNeeded()
    guard allowsMultipleSelection, geometry.contains(path), isMarked != markedPaths.contains(path)
    else { return }
    if isMarked {
      let identifier = dataSource?.modelAssociation?.modelIdentifierForElement(at: path, in: self)
      marks.append(RowMark(path: path, identifier: identifier))
    } else {
      marks.removeAll { $0.path == path }
    }
    delegate?.tableViewDidChangeMarks(self)
  }

  /// Takes all marks away.
  public func deselectAllRows() {
    guard !marks.isEmpty else { return }
    marks = []
    delegate?.tableViewDidChangeMarks(self)
  }

  /// Marks the selected row or takes its mark away, and goes on to another one.
  func toggleMark(movingBy step: Int = 0) {
    guard let path = indexPathForSelectedRow else { return }
    setMarked(!markedPaths.contains(path), forRowAt: path)
    if step != 0 { moveSelection(by: step) }
  }

  /// Puts marks where their things stand now; while there are no rows at all they wait.
  func findMarks() {
    guard !marks.isEmpty, geometry.rowCount > 0 else { return }
    let association = dataSource?.modelAssociation
    var found: [RowMark] = []
    for mark in marks {
      var mark = mark
      if let identifier = mark.identifier, let association {
        guard
          let path = association.indexPathForElement(withModelIdentifier: identifier, in: self)
        else { continue }
        mark.path = path
      }
      if geometry.contains(mark.path) { found.append(mark) }
    }
    marks = found
  }

  // MARK: - Preservation

  func encodeMarks(with coder: Coder) {
    guard !marks.isEmpty else { return }
    coder.encode(
      value: .array(marks.map { .array([.string($0.identifier ?? ""), Value(path: $0.path)]) }),
      forKey: "marks")
  }

  func decodeMarks(with coder: Coder) {
    guard case .array(let values)? = coder.value(forKey: "marks") else { return }
    marks = values.compactMap { value in
      guard case .array(let parts) = value, parts.count == 2, case .string(let name) = parts[0],
        let path = parts[1].indexPath
      else { return nil }
      return RowMark(path: path, identifier: name.isEmpty ? nil : name)
    }
    if !needsReload { findMarks() }
  }
}
