import Inventory
import Reprise
import RepriseMedia

/// The lines of an item and its picture.
///
/// Side by side in a wide view; in a narrow and high one, the picture is above the lines.
final class ItemView: View {
  let detail = DetailView()
  let picture = PictureView()

  /// The minimum number of columns for both side by side.
  private static let roomBeside = 44
  /// The fewest columns in which the picture gets more than a third.
  private static let roomForMore = 72
  /// The minimum height for the picture above the lines.
  private static let roomAbove = 28

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addSubview(detail)
    addSubview(picture)
    picture.isHidden = true
  }

  /// Shows a picture, or a message in its place; with neither, the lines take all the room.
  func show(_ photo: PictureSource?, instead message: String?) {
    picture.source = photo
    picture.message = message
    setNeedsLayout()
  }

  private var hasPicture: Bool { picture.source != nil || picture.message != nil }

  override func layoutSubviews() {
    let size = bounds.size
    if hasPicture, size.width >= Self.roomBeside, size.height > 2 {
      let width =
        size.width < Self.roomForMore ? size.width / 3 : min(size.width * 2 / 5, 80)
      place(
        Rect(
          x: size.width - width, y: 1, width: width - 1, height: min(size.height - 2, width / 2)),
        Rect(x: 0, y: 0, width: size.width - width, height: size.height))
    } else if hasPicture, size.height >= Self.roomAbove {
      let height = size.height / 3
      place(
        Rect(x: 1, y: 0, width: max(0, size.width - 2), height: height),
        Rect(x: 0, y: height, width: size.width, height: size.height - height))
    } else {
      place(nil, bounds)
    }
  }

  private func place(_ picture: Rect?, _ lines: Rect) {
    self.picture.isHidden = picture == nil
    if let picture { self.picture.frame = picture }
    detail.frame = lines
  }
}

/// The lines of an item as a table: Enter acts on the selected one.
final class DetailView: TableView {
  private lazy var rows = TableViewDiffableDataSource<DetailLine>(self) {
    [unowned self] cell, line in
    cell.cellStyle = .value2
    cell.wraps = true
    cell.text = line.label
    cell.detailText = line.text
    let matched = line.part.map { matches.ranges(in: line.text, of: $0) } ?? []
    guard !line.warning.isEmpty || !matched.isEmpty else { return }
    cell.attributedDetailText = line.attributedText.adding([.bold, .underline], in: matched)
  }

  /// Called with the line on which Enter or a click acts.
  var didOpen: (DetailLine) -> Void = { _ in }

  /// The words of a filter, which are highlighted.
  var matches = FilterMatches("") {
    didSet { if matches != oldValue, lines != nil { reloadData() } }
  }

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
    sectionHeaderTopSpacing = 1
    rows.didOpen = { [unowned self] in didOpen($0) }
    rows.didMove = { [unowned self] in primaryActionTitle = selectedLine?.target.verb ?? "Edit" }
  }
}

extension DetailLine {
  /// The part of the item that a filter looks for words in; `nil` for other lines.
  fileprivate var part: FilterMatches.Part? {
    switch target {
    case .field(let field): FilterMatches.Part(field)
    case .place: .place
    case .custom: .custom
    case .attachment, .fixed, .conflict: nil
    }
  }

  /// The text with the role of its warning.
  fileprivate var attributedText: AttributedText {
    guard let range = text.range(of: warning) else { return AttributedText(text) }
    return AttributedText(String(text[..<range.lowerBound]))
      + AttributedText(warning).role(.warning)
      + AttributedText(String(text[range.upperBound...]))
  }
}

extension DetailLine.Target {
  /// The hint for Enter, in one word.
  fileprivate var verb: String {
    switch self {
    case .place: "Go to place"
    case .attachment: "View files"
    case .field, .custom, .fixed: "Edit"
    case .conflict: "Keep shown values"
    }
  }
}
