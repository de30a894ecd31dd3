import Reprise

/// The lines of an item as a table: Enter acts on the selected one.
final class DetailView: TableView {
  private lazy var rows = TableViewDiffableDataSource<DetailLine>(self) { cell, line in
    cell.cellStyle = .value2
    cell.wraps = true
    cell.text = line.label
    cell.detailText = line.text
  }

  /// Called with the line on which Enter or a click acts.
  var didOpen: (DetailLine) -> Void = { _ in }

  /// The lines to show; the selection stays on the same line.
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
  /// The hint for Enter, in one word.
  fileprivate var verb: String {
    switch self {
    case .place: "Go there"
    case .attachment: "Look"
    case .field, .custom, .fixed: "Edit"
    case .undecided: "Keep what is shown"
    }
  }
}
