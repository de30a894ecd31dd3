import Foundation
import Reprise
import RepriseTesting

/// Things with names of some words; outlives the app, as data does.
final class Things {
  var names: [String]
  /// The rows that were asked for, to count them.
  var asked = 0

  init(_ names: [String]) { self.names = names }

  /// Names of one to so many words, the same for the same seed.
  convenience init(count: Int, words: Int = 12, seed: UInt64 = 1) {
    var random = SeededGenerator(seed: seed)
    self.init(
      (0..<count).map { number in
        let length = Int.random(in: 1...words, using: &random)
        return (["\(number)"] + (1..<max(2, length)).map { "word\($0)" }).joined(separator: " ")
      })
  }
}

/// A screen of a table of things, named by the first word of their names.
final class ThingsScreen: ViewController, TableViewDataSource, TableViewDelegate,
  DataSourceModelAssociation
{
  let things: Things
  let table = TableView().named("table")
  var heights: ((IndexPath) -> Int?)?
  var changes = 0
  /// The row that was selected when the table last reported a move.
  var reported: Int?
  /// Whether keys may mark all rows.
  var marksNow = true
  /// The last key for all rows that had to wait.
  var deferred: MarkingAction?
  var namesThings = true
  var canMove: ((IndexPath) -> Bool)?
  /// Which of some things are gone; by default those without a row.
  var missing: (([String]) -> [String])?
  /// The moves that the table asked for.
  var moves: [[IndexPath]] = []

  enum Reload { case never, whileMoving, afterMoving }
  /// When a move reloads the table.
  var reloads = Reload.never

  override func updateProperties() {
    super.updateProperties()
    if reloads == .afterMoving, !moves.isEmpty { table.reloadData() }
  }

  init(_ things: Things, _ configure: (ThingsScreen) -> Void = { _ in }) {
    self.things = things
    super.init()
    restorationIdentifier = "things"
    configure(self)
    table.dataSource = self
    table.delegate = self
  }

  override func loadView() -> View { table }

  var modelAssociation: (any DataSourceModelAssociation)? { namesThings ? self : nil }

  private func id(_ name: String) -> String { String(name.prefix { $0 != " " }) }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    things.names.count
  }

  func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
    things.asked += 1
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.wraps = tableView.rowHeight == .automatic
    cell.text = things.names[path.row]
    return cell
  }

  func modelIdentifierForElement(at path: IndexPath, in view: View) -> String? {
    things.names.indices.contains(path.row) ? id(things.names[path.row]) : nil
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    things.names.firstIndex { id($0) == identifier }.map { IndexPath(row: $0, section: 0) }
  }

  func modelIdentifiersOfMissingElements(
    among identifiers: [String], in view: View
  ) -> [String] {
    if let missing { return missing(identifiers) }
    let names = Set(things.names.map(id))
    return names.isEmpty ? [] : identifiers.filter { !names.contains($0) }
  }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt path: IndexPath) {}

  func tableView(_ tableView: TableView, heightForRowAt path: IndexPath) -> Int? {
    heights?(path)
  }

  func tableView(_ tableView: TableView, canMoveRowAt path: IndexPath) -> Bool {
    canMove?(path) ?? false
  }

  func tableView(_ tableView: TableView, moveRowAt path: IndexPath, to target: IndexPath) {
    moves.append([path, target])
    things.names.insert(things.names.remove(at: path.row), at: target.row)
    switch reloads {
    case .never: break
    case .whileMoving: table.reloadData()
    case .afterMoving: setNeedsUpdateProperties()
    }
  }

  func tableView(_ tableView: TableView, shouldPerform action: MarkingAction) -> Bool {
    if !marksNow { deferred = action }
    return marksNow
  }

  func tableViewDidMove(_ tableView: TableView) {
    reported = tableView.indexPathForSelectedRow?.row
  }

  func tableViewDidChangeMarks(_ tableView: TableView) { changes += 1 }
}

extension Pilot {
  static func things(
    _ things: Things, size: Size = Size(width: 40, height: 10), restarts: Bool = false,
    _ configure: @escaping (ThingsScreen) -> Void = { _ in }
  ) throws -> Pilot {
    try Pilot.showing(size: size, restarts: restarts) { ThingsScreen(things, configure) }
  }

  /// The table of the things.
  var table: TableView? { root(ThingsScreen.self)?.table }

  func press(script: String) throws {
    for key in KeyScript(script).keys { try press(key) }
  }
}

extension Pilot {
  /// The text above the bottom row, without trailing blank lines.
  var rows: String {
    var lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.count == terminal.size.height { lines.removeLast() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
