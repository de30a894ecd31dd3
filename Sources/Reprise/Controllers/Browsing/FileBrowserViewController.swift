import Foundation
import Preservation
import SystemSupport
import Terminal

/// Chooses files: by going through directories, by typing or pasting paths, one or several at once.
///
/// ```swift
/// final class PhotoBrowser: FileBrowserViewController {
///   override func choose(_ paths: [String]) -> Bool { store.add(paths) }
/// }
/// registry.restore(PhotoBrowser.self, as: "photos") { _ in PhotoBrowser(directory: home) }
/// ```
///
/// Enter opens a directory or takes a file, Space marks several files, of several directories if need be, Left
/// goes out. `/` is for typing: a
/// word narrows what is listed, a path is taken as it is, and so are several that a terminal pastes when
/// files are dropped on it. Tab completes a path, and lists what it may lead to. Directory, selection, marks
/// and what was typed come back.
open class FileBrowserViewController: ViewController {
  /// The line in which one types.
  public let searchBar = SearchBar()

  /// What lies in the directory.
  public let tableView = TableView()

  /// Where the browser is; the nearest directory around where there is none any more.
  public private(set) var directory: String {
    didSet {
      guard directory != oldValue else { return }
      setNeedsPreservation()
      title = DirectoryListing.title(of: directory)
      didMove(to: directory)
    }
  }

  /// What a path that is not absolute lies in, written `~`.
  let home: String

  private var entries: [DirectoryEntry] = []

  private lazy var rows = TableViewDiffableDataSource<DirectoryEntry>(tableView) {
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

  /// Takes the files that were chosen, by their absolute paths; returns whether the browser is to close.
  open func choose(_ paths: [String]) -> Bool { true }

  /// Whether a file is listed; directories always are.
  open func lists(_ entry: DirectoryEntry) -> Bool { true }

  /// Hears that the browser went to another directory, or that files were taken from there by their
  /// paths: the place to remember it for the next time.
  open func didMove(to directory: String) {}

  // MARK: - The screen

  open override func loadView() -> View {
    Column {
      searchBar
      tableView
    }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    searchBar.textField.restorationIdentifier = "path"
    tableView.restorationIdentifier = "table"
    tableView.allowsMultipleSelection = true
    tableView.primaryActionTitle = "Choose"
    rows.didOpen = { [unowned self] in open($0) }
    rows.canMark = { $0.kind != .directory }
    rows.didChangeMarks = { [unowned self] in marksDidChange() }
    load()
  }

  open override var preferredFocusedView: View? { tableView }

  private func load() {
    do throws(DirectoryFailure) {
      let showsHidden = searchBar.text.hasPrefix(".")
      entries = try DirectoryListing.entries(of: directory, showsHidden: showsHidden)
        .filter { $0.kind == .directory || lists($0) }
      tableView.placeholder = "Nothing matches."
    } catch {
      entries = []
      tableView.placeholder = error.message
    }
    narrow()
  }

  func narrow() {
    if let completion {
      list(completion.candidates)
      return sayWhatEnterTakes()
    }
    let text = searchBar.text
    let words = TypedPaths.isPath(text) ? [] : text.split(whereSeparator: \.isWhitespace)
    list(
      entries.filter { entry in
        words.allSatisfy {
          entry.name.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
      })
    sayWhatEnterTakes()
  }

  private func sayWhatEnterTakes() {
    searchBar.remark =
      if completion != nil {
        "Enter takes the selected one"
      } else if !refusal.isEmpty {
        refusal
      } else if TypedPaths.isPath(searchBar.text) {
        "Enter takes it"
      } else {
        marked.isEmpty ? "" : "\(marked.count) marked, of which Enter on a file takes all"
      }
  }

  // MARK: - Marks

  /// The marked files by their paths, in the order in which they were marked.
  ///
  /// The list has the marks of what it lists. Those of other directories, and of what does not match what is
  /// typed, stay here.
  private var marked: [String] = [] {
    didSet { if marked != oldValue { setNeedsPreservation() } }
  }
  private var isListing = false

  private func path(of entry: DirectoryEntry) -> String {
    TypedPaths.standardized((completion?.directory ?? directory) + "/" + entry.name)
  }

  /// Lists entries, with their marks.
  private func list(_ listed: [DirectoryEntry]) {
    isListing = true
    defer { isListing = false }
    tableView.deselectAllRows()
    rows.apply(listed)
    let marked = Set(marked)
    guard !marked.isEmpty else { return }
    for (row, entry) in listed.enumerated() where marked.contains(path(of: entry)) {
      tableView.setMarked(true, forRowAt: IndexPath(row: row, section: 0))
    }
  }

  private func marksDidChange() {
    guard !isListing else { return }
    let shown = Set(rows.items.map(path))
    let now = tableView.indexPathsForMarkedRows.compactMap(rows.item(at:)).map(path)
    marked = marked.filter { !shown.contains($0) || now.contains($0) }
    marked += now.filter { !marked.contains($0) }
    sayWhatEnterTakes()
  }

  private var typedHidden = false

  /// Why what is typed was not taken; empty once it changes.
  var refusal = ""

  /// What the typed path may lead to, while that is listed.
  var completion: PathCompletion?

  func textDidChange() {
    refusal = ""
    completion = nil
    setNeedsPreservation()
    let showsHidden = searchBar.text.hasPrefix(".")
    defer { typedHidden = showsHidden }
    if showsHidden != typedHidden { load() } else { narrow() }
  }

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

  private func goOut() {
    guard directory != "/" else { return }
    let name = directory.split(separator: "/").last.map(String.init)
    go(to: directory + "/..", selecting: name)
  }

  private func open(_ entry: DirectoryEntry) {
    if entry.name == ".." { return goOut() }
    let path = path(of: entry)
    if entry.kind == .directory { go(to: path) } else { take(marked.isEmpty ? [path] : marked) }
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

  /// A path that is pasted onto the list is typed.
  open override func paste(_ text: String) -> Bool {
    searchBar.textField.becomeFirstResponder()
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    // A line that is a path as it stands stays one among others.
    let words = lines.map { line in
      let isBare = line.contains(" ") && FileManager.default.fileExists(atPath: line)
      return isBare && lines.count > 1 ? "'\(line)'" : line
    }
    return searchBar.textField.paste(words.joined(separator: " "))
  }

  // MARK: - Keys

  /// The keys of the list work while one types.
  open override var actions: [Action] { browserActions + tableView.actions }

  private lazy var browserActions = [
    Action(
      "browser.take", "Take it", "Enter", for: self,
      enabled: { TypedPaths.isPath($0.searchBar.text) && $0.completion == nil }
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
  ]

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(directory, forKey: "directory")
    coder.encode(searchBar.text, forKey: "text")
    coder.encode(refusal, forKey: "refusal")
    if !marked.isEmpty { coder.encode(marked, forKey: "marked") }
    if completion != nil { coder.encode(true, forKey: "listsCompletions") }
  }

  open override func decodeRestorableState(with coder: Coder) {
    if let saved = coder.decodeString(forKey: "directory"), saved.hasPrefix("/") {
      directory = DirectoryListing.nearest(saved)
    }
    searchBar.text = coder.decodeString(forKey: "text") ?? ""
    refusal = coder.decodeString(forKey: "refusal") ?? ""
    marked = (coder.decodeStrings(forKey: "marked") ?? []).filter { $0.hasPrefix("/") }
    if coder.decodeBool(forKey: "listsCompletions") {
      completion = PathCompletion(searchBar.text, in: directory, home: home, lists: lists)
    }
    load()
    super.decodeRestorableState(with: coder)
  }
}
