import Foundation

/// Goes through directories and takes what is opened.
extension FileBrowserViewController {
  /// Goes to a directory and lists it from its top.
  ///
  /// - Parameters:
  ///   - path: Where it goes, from the root.
  ///   - name: What is selected there, if it is there.
  public func go(to path: String, selecting name: String? = nil) {
    searchBar.text = ""
    refusal = ""
    completion = nil
    directory = DirectoryListing.nearest(path)
    load()
    tableView.selectRow(at: IndexPath(row: 0, section: 0))
    if let name { rows.select(name) }
    tableView.becomeFirstResponder()
    setNeedsPreservation()
  }

  func goOut() {
    guard directory != "/" else { return }
    let name = directory.split(separator: "/").last.map(String.init)
    go(to: directory + "/..", selecting: name)
  }

  func open(_ entry: DirectoryEntry) {
    if entry.name == ".." { return goOut() }
    guard entry.isNameText else { return refuse(entry.name, DirectoryListing.notText) }
    let path = path(of: entry)
    if entry.kind == .directory { return go(to: path) }
    takeListed(markedPaths.isEmpty ? [path] : markedPaths)
  }

  func take(_ paths: [String]) {
    guard let last = paths.last, choose(paths) else { return }
    let parent = TypedPaths.standardized(last + "/..")
    if parent != directory { didMove(to: parent) }
    if let stack = navigationController, stack.viewControllers.count > 1 {
      stack.popViewController()
    } else {
      dismiss()
    }
  }
}
