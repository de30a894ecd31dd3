import Foundation
import Preservation
import Storage
import Terminal

/// Chooses files: by going through directories, by typing or pasting paths, one or several at once.
///
/// ```swift
/// final class PhotoBrowser: FileBrowserViewController {
///   var store = PhotoStore()
///
///   override func choose(_ paths: [String]) -> Bool { store.add(paths) }
///
///   override func lists(_ entry: DirectoryEntry) -> Bool {
///     entry.kind == .directory || entry.name.hasSuffix(".jpg")
///   }
/// }
/// ```
///
/// ```swift
/// registry.restore(PhotoBrowser.self, as: "photos") { _ in PhotoBrowser(directory: home) }
/// ```
///
/// Enter opens a directory or chooses a file, Left goes to the parent. Space marks files, which stay marked in other
/// directories: Enter on a file chooses all of them, `^S` does so from a directory, too. `/` starts typing: a word
/// filters the list, and a path is used verbatim, as are several paths that a terminal pastes when files are dropped
/// on it. Tab completes a path and lists its completions. Directory, selection, marks and typed text are restored.
///
/// Files that can't be chosen are refused while the browser is open; see ``problem(with:)``. When a
/// removable medium is plugged in or out, the directory is read again, if
/// ``Application/systemFiles`` name where to look for media.
open class FileBrowserViewController: ViewController {
  /// The line in which one types.
  public let searchBar = SearchBar()

  /// The list of the directory's entries.
  public let tableView = TableView()

  /// The current directory; its nearest existing ancestor if it was removed.
  public internal(set) var directory: String {
    didSet {
      guard directory != oldValue else { return }
      setNeedsPreservation()
      title = DirectoryListing.title(of: directory)
      didMove(to: directory)
    }
  }

  /// The home directory, written `~`.
  let home: String

  private var entries: [DirectoryEntry] = []

  /// The marked files by their paths, in the order in which their directories were visited.
  ///
  /// They stay marked while the browser goes elsewhere.
  public internal(set) var markedPaths: [String] = [] {
    didSet {
      guard markedPaths != oldValue else { return }
      setNeedsPreservation()
      nameMarks()
    }
  }

  /// Whether the rows are being replaced, so that changes of their marks are not the person's.
  private var isListing = false

  private(set) lazy var rows = TableViewDiffableDataSource<DirectoryEntry>(tableView) {
    $0.text = $1.kind == .directory ? $1.name + "/" : $1.name
    $0.detailText = $1.kind == .file ? ByteText.text($1.bytes) : ""
  }

  /// Makes a browser that begins in a directory.
  ///
  /// - Parameters:
  ///   - directory: An absolute path; the home directory unless given.
  ///   - home: The home directory of the person; that of the login unless given.
  public init(directory: String? = nil, home: String? = nil) {
    let home = home ?? personalHome() ?? "/"
    self.home = home
    self.directory = DirectoryListing.nearest(directory ?? home)
    super.init()
    title = DirectoryListing.title(of: self.directory)
    searchBar.placeholder = "type a name or a path, or drop files here"
    searchBar.textField.addAction(for: .valueChanged) { [weak self] in self?.textDidChange() }
  }

  // MARK: - For subclasses

  /// Why a file cannot be chosen, in a few words such as `it is empty`; `nil` if it can.
  ///
  /// Called for each file before ``choose(_:)``. The browser stays open and shows the problem, so
  /// that a mistake costs neither the location nor the marks. The user waits for it: check the kind
  /// of the file and open it, but read no large amounts.
  open func problem(with path: String) -> String? { nil }

  /// Called with the absolute paths of the chosen files; returns whether to close the browser.
  open func choose(_ paths: [String]) -> Bool { true }

  /// Whether a file is listed; directories always are.
  open func lists(_ entry: DirectoryEntry) -> Bool { true }

  /// Called when the browser went to another directory, or when files there were chosen by their paths;
  /// remember the directory here for the next time.
  open func didMove(to directory: String) {}

  /// Makes a view that previews the selected file next to the list; `nil` for none.
  ///
  /// Called once. The view is visible while the window has room for it.
  open func makePreview() -> View? { nil }

  /// Called with the path of the selected file, to show it in the preview; `nil` for a directory or without a selection.
  ///
  /// The user waits for it: read the file in the background.
  open func preview(_ path: String?) {}

  // MARK: - The screen

  open override func loadView() -> View {
    let list: View = makePreview().map { BrowserPanes(tableView, preview: $0) } ?? tableView
    return Column {
      searchBar
      list
    }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    searchBar.textField.restorationIdentifier = "path"
    tableView.restorationIdentifier = "table"
    tableView.allowsMultipleSelection = true
    rows.didOpen = { [unowned self] in open($0) }
    rows.didMove = { [unowned self] in selectionDidChange() }
    rows.didChangeMarks = { [unowned self] in marksDidChange() }
    rows.canMark = { $0.kind != .directory && $0.isNameText }
    load()
  }

  open override var preferredFocusedView: View? { tableView }

  /// Makes the browser follow accessories from now on.
  ///
  /// Call `super` when overriding.
  open override func viewDidAppear() {
    super.viewDidAppear()
    followAccessories()
  }

  /// Whether the browser follows accessories.
  private var followsAccessories = false

  func load() {
    do throws(DirectoryFailure) {
      let showsHidden = searchBar.text.hasPrefix(".")
      entries = try DirectoryListing.entries(of: directory, showsHidden: showsHidden)
        .filter { $0.kind == .directory || lists($0) }
      tableView.placeholder = "Nothing matches."
    } catch {
      entries = []
      tableView.placeholder = error.message
    }
    dropMarksOfLostFiles()
    narrow()
  }

  func narrow() {
    if let completion {
      searchBar.remark = "Enter picks the selection"
      return list(completion.candidates)
    }
    let text = searchBar.text
    let filter = TextFilter(TypedPaths.isPath(text) ? "" : text)
    list(entries.filter { filter.matches($0.name) })
    searchBar.remark =
      !refusal.isEmpty ? refusal : TypedPaths.isPath(text) ? "Enter picks \(typedThings)" : ""
  }

  private var typedHidden = false

  /// Why the typed path was refused; empty once the text changes.
  var refusal = ""

  /// The possible completions of the typed path, while they are listed.
  var completion: PathCompletion?

  func textDidChange() {
    refusal = ""
    completion = nil
    setNeedsPreservation()
    let showsHidden = searchBar.text.hasPrefix(".")
    defer { typedHidden = showsHidden }
    if showsHidden != typedHidden { load() } else { narrow() }
  }

  /// A path that is pasted onto the list is typed.
  open override func paste(_ text: String) -> Bool {
    searchBar.textField.becomeFirstResponder()
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    // A line that is an existing path stays one path.
    let words = lines.map { line in
      let isBare = line.contains(" ") && FileManager.default.fileExists(atPath: line)
      return isBare && lines.count > 1 ? "'\(line)'" : line
    }
    return searchBar.textField.paste(words.joined(separator: " "))
  }

  // MARK: - Keys

  /// The keys of the list work while one types.
  ///
  /// Enter takes a typed path instead of opening the selected row.
  open override var actions: [Action] {
    let ofTable = tableView.actions
    return browserActions + (canTakeTyped ? ofTable.filter { $0.id != "table.open" } : ofTable)
  }

  /// Whether the typed text is a path, and none of its completions is selected.
  private var canTakeTyped: Bool { TypedPaths.isPath(searchBar.text) && completion == nil }

  private lazy var browserActions = [
    Action(
      "browser.take-marked", "Choose marked", "^S", for: self,
      enabled: { !$0.markedPaths.isEmpty && !TypedPaths.isPath($0.searchBar.text) }
    ) { $0.takeListed($0.markedPaths) }.titled(for: self) { $0.takeTitle },
    Action(
      "browser.take", "Choose file", "Enter", for: self,
      enabled: { $0.canTakeTyped }
    ) { $0.takeTyped() },
    Action(
      "browser.complete", "Complete", "Tab", for: self,
      enabled: {
        $0.searchBar.textField.isFirstResponder && TypedPaths.isPath($0.searchBar.text)
      }
    ) { $0.complete() },
    Action(
      "browser.type", "Type", "/", for: self,
      enabled: { !$0.searchBar.textField.isFirstResponder }
    ) { $0.searchBar.textField.becomeFirstResponder() },
    Action(
      "browser.out", "Out", "Left", "h", "Backspace", for: self,
      enabled: { $0.directory != "/" && $0.searchBar.text.isEmpty }
    ) { $0.goOut() },
    Action(
      "browser.end-typing", "End typing", "Esc", role: .cancel, for: self,
      enabled: { !$0.searchBar.text.isEmpty }
    ) {
      $0.searchBar.text = ""
      $0.textDidChange()
      $0.tableView.becomeFirstResponder()
    },
    Action(
      "browser.unmark", "Unmark all", "Esc", role: .cancel, for: self,
      enabled: { !$0.markedPaths.isEmpty && $0.searchBar.text.isEmpty }
    ) { $0.unmarkAll() },
  ]

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(directory, forKey: "directory")
    coder.encode(searchBar.text, forKey: "text")
    coder.encode(refusal, forKey: "refusal")
    coder.encode(markedPaths, forKey: "marked")
    if completion != nil { coder.encode(true, forKey: "listsCompletions") }
  }

  open override func decodeRestorableState(with coder: Coder) {
    if let saved = coder.decodeString(forKey: "directory"), saved.hasPrefix("/") {
      directory = DirectoryListing.nearest(saved)
    }
    searchBar.text = coder.decodeString(forKey: "text") ?? ""
    refusal = coder.decodeString(forKey: "refusal") ?? ""
    markedPaths = (coder.decodeStrings(forKey: "marked") ?? []).filter { $0.hasPrefix("/") }
    if coder.decodeBool(forKey: "listsCompletions") {
      completion = PathCompletion(searchBar.text, in: directory, home: home, lists: lists)
    }
    load()
    super.decodeRestorableState(with: coder)
  }

  /// The list has restored marks of its own, perhaps those of another directory.
  open override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    showMarks()
  }

  // MARK: - Going

  /// Goes to a directory and lists it from its top.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the directory.
  ///   - name: The entry to select, if it exists.
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

  private func goOut() {
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

  // MARK: - Marks

  /// The path of something in the list.
  func path(of entry: DirectoryEntry) -> String {
    TypedPaths.standardized(listedDirectory + "/" + entry.name)
  }

  /// The directory of the listed files.
  private var listedDirectory: String { completion?.directory ?? directory }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: - Showing marks

  /// Lists other entries, with marks on the marked ones.
  func list(_ entries: [DirectoryEntry]) {
    isListing = true
    tableView.deselectAllRows()
    rows.apply(entries)
    isListing = false
    showMarks()
  }

  /// Marks the rows of marked files, and no others.
  private func showMarks() {
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
  private func marksDidChange() {
    guard !isListing else { return }
    let listed = Set(rows.items.map(path(of:)))
    let marked = tableView.indexPathsForMarkedRows.compactMap(rows.item(at:)).map(path(of:))
    markedPaths = markedPaths.filter { !listed.contains($0) } + marked
  }

  private func unmarkAll() {
    markedPaths = []
    showMarks()
  }

  /// Unmarks files that have disappeared from this directory; marks elsewhere stay until you go there.
  private func dropMarksOfLostFiles() {
    let place = directory == "/" ? "/" : directory + "/"
    markedPaths.removeAll { place + Self.name(of: $0) == $0 && access($0, F_OK) != 0 }
  }

  private func selectionDidChange() {
    nameMarks()
    let entry = rows.selectedItem
    let isFile = entry?.kind == .file && entry?.isNameText == true
    preview(isFile ? entry.map(path(of:)) : nil)
  }

  /// Names the number of marks, and what Enter does to the selected row.
  private func nameMarks() {
    let count = markedPaths.count
    navigationItem.detail = count == 0 ? "" : "\(count) marked"
    let isDirectory = rows.selectedItem?.kind == .directory
    tableView.primaryActionTitle = isDirectory ? "Open" : takeTitle
  }

  /// The title of the action that chooses the files.
  private var takeTitle: String { markedPaths.isEmpty ? "Choose" : "Choose \(markedPaths.count)" }

  /// The object of Enter while a path is typed.
  private var typedThings: String {
    markedPaths.isEmpty ? "it" : "it and \(markedPaths.count) marked"
  }

  // MARK: - Taking files

  /// Chooses files of the list, or reports why not and stays.
  private func takeListed(_ paths: [String]) {
    guard let (path, reason) = firstProblem(among: paths) else { return take(paths) }
    refuse(Self.name(of: path), reason)
  }

  /// Reports why something is not taken; a name that is too long for the line is cut, and the reason is not.
  func refuse(_ name: String, _ reason: String) {
    let room = (view.window?.bounds.width ?? 0) - CellText.width(of: reason) - 18
    let name = CellText(name).truncated(toWidth: max(8, room)).string
    view.window?.show(problem: "Can't use “\(name)”: \(reason)")
  }

  // MARK: - Typing

  private func takeTyped() {
    let paths = TypedPaths.parse(searchBar.text, in: directory, home: home)
    var isDirectory: ObjCBool = false
    if paths.count == 1,
      FileManager.default.fileExists(atPath: paths[0], isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      return go(to: paths[0])
    }
    // A slip of the fingers costs no more than itself: the line stays as it was typed.
    let taken = markedPaths + paths.filter { !markedPaths.contains($0) }
    if let (path, reason) = firstProblem(among: taken) {
      refusal = taken.count == 1 ? reason : "\(Self.name(of: path)): \(reason)"
      setNeedsPreservation()
      return narrow()
    }
    take(taken)
  }

  /// The first path that leads nowhere or that the app refuses, and why.
  private func firstProblem(among paths: [String]) -> (path: String, reason: String)? {
    for path in paths {
      if access(path, F_OK) != 0 {
        let code = errno
        // A terminal that pastes a name that is not text has replaced its bytes by this.
        let isLossy = code == ENOENT && path.unicodeScalars.contains("\u{FFFD}")
        return (path, isLossy ? DirectoryListing.notText : String(cString: strerror(code)))
      }
      if let reason = problem(with: path) { return (path, reason) }
    }
    return nil
  }

  /// Completes the typed path as far as that is certain; lists what it may lead to if there are several.
  func complete() {
    guard let found = PathCompletion(searchBar.text, in: directory, home: home, lists: lists) else {
      refusal = "no matching path"
      setNeedsPreservation()
      return narrow()
    }
    searchBar.text = found.text
    textDidChange()
    completion = found.candidates.count > 1 ? found : nil
    tableView.selectRow(at: IndexPath(row: 0, section: 0))
    narrow()
  }

  // MARK: - What is plugged in

  /// Begins to follow them, once; the app has to be known by then.
  private func followAccessories() {
    guard !followsAccessories, let application = view.window?.application else { return }
    followsAccessories = true
    application.observe(.accessories, with: self) { [weak self] _ in self?.readAgain() }
  }

  /// Lists what there is by now, in the nearest directory that is still there.
  func readAgain() {
    directory = DirectoryListing.nearest(directory)
    if completion != nil {
      completion = PathCompletion(searchBar.text, in: directory, home: home, lists: lists)
    }
    load()
  }
}
