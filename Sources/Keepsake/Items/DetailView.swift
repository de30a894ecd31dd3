import Reprise

/// The lines of an item, each of which can be acted on.
final class DetailView: TableView {
  private lazy var rows = TableViewDiffableDataSource<DetailLine>(self) { cell, line in
    cell.cellStyle = .value2
    cell.wraps = true
    cell.text = line.label
    cell.detailText = line.text
  }

  /// Does what a line is for.
  var didOpen: (DetailLine) -> Void = { _ in }

  /// What is shown; the same line stays selected.
  var lines: DetailLines? {
    didSet {
      guard let lines, lines != oldValue else { return }
      rows.apply(
        lines.groups.map { .init($0.heading.isEmpty ? nil : $0.heading, items: $0.lines) })
    }
  }

  /// The line under the cursor.
  var selectedLine: DetailLine? { rows.selectedItem }

  required init() {
    super.init()
    restorationIdentifier = "detail"
    rowHeight = .automatic
    rows.didOpen = { [unowned self] in didOpen($0) }
    rows.didMove = { [unowned self] in primaryActionTitle = selectedLine?.target.verb ?? "Edit" }
  }
}

extension DetailLine.Target {
  /// What a press does, in a word.
  fileprivate var verb: String {
    switch self {
    case .place: "Go there"
    case .attachment: "Look"
    case .field, .custom, .fixed: "Edit"
    }
  }
}
