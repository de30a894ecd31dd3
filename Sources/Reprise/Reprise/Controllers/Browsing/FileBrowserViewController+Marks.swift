import Foundation

/// The marked files: they stay marked while one goes through directories, and are taken together.
extension FileBrowserViewController {
  /// The path of something in the list.
  func path(of entry: DirectoryEntry) -> String {
    TypedPaths.standardized(listedDirectory + "/" + entry.name)
  }

  /// Where what is listed lies.
  private var listedDirectory: String { completion?.directory ?? directory }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: - Showing marks

  /// Lists other entries, with the marks of those that are marked.
  func list(_ entries: [DirectoryEntry]) {
    isListing = true
    tableView.deselectAllRows()
    rows.apply(entries)
    isListing = false
    showMarks()
  }

  /// Marks the rows of marked files, and no others.
  func showMarks() {
    isListing = true
    defer { isListing = false }
    tableView.deselectAllRows()
    let place = listedDirectory == "/" ? "/" : listedDirectory + "/"
    let names = Set(markedPaths.filter { place + Self.name(of: $0) == $0 }.map(Self.name(of:)))
    guard !names.isEmpty else { return }
    for (row, entry) in rows.items.enumerated() where names.contains(entry.name) {
      tableView.setMarked(true, forRowAt: IndexPath(row: row, section: 0))
    }
  }

  /// Takes over the marks of the list; files that are not listed keep theirs.
  func marksDidChange() {
    guard !isListing else { return }
    let listed = Set(rows.items.map(path(of:)))
    let marked = tableView.indexPathsForMarkedRows.compactMap(rows.item(at:)).map(path(of:))
    markedPaths = markedPaths.filter { !listed.contains($0) } + marked
  }

  func unmarkAll() {
    markedPaths = []
    showMarks()
  }

  /// Unmarks what is no longer in the directory, where the person can see it.
  func dropMarksOfLostFiles() {
    let place = directory == "/" ? "/" : directory + "/"
    markedPaths.removeAll { place + Self.name(of: $0) == $0 && access($0, F_OK) != 0 }
  }

  /// Names the number of marks, and what Enter does to the selected row.
  func nameMarks() {
    let count = markedPaths.count
    navigationItem.detail = count == 0 ? "" : "\(count) marked"
    let isDirectory = rows.selectedItem?.kind == .directory
    tableView.primaryActionTitle = isDirectory ? "Open" : takeTitle
  }

  /// What taking files is called.
  var takeTitle: String { markedPaths.isEmpty ? "Choose" : "Take \(markedPaths.count)" }

  /// What Enter takes while a path is typed.
  var typedThings: String {
    markedPaths.isEmpty ? "it" : "it and \(markedPaths.count) marked"
  }

  // MARK: - Taking files

  /// Takes files of the list, or says why not: the browser stays where it is then.
  func takeListed(_ paths: [String]) {
    guard let (path, reason) = firstProblem(among: paths) else { return take(paths) }
    refuse(Self.name(of: path), reason)
  }

  /// Reports why something is not taken; a name that is too long for the line is cut, and the reason is not.
  func refuse(_ name: String, _ reason: String) {
    let room = (view.window?.bounds.width ?? 0) - CellText.width(of: reason) - 18
    let name = CellText(name).truncated(toWidth: max(8, room)).string
    view.window?.show(problem: "Cannot take “\(name)”: \(reason)")
  }
}
