import Foundation
import Storage

/// Lists the notices of this session, the newest first.
///
/// An app offers it by ``show(in:)``, under a key of its choice. It is restored like any other screen, with its notices.
public final class NoticesViewController: ViewController, ViewControllerRestoration {
  private let table = TableView()
  private var notices: [Notice] = []

  /// Makes a list.
  public override init() {
    super.init()
    restorationIdentifier = "reprise.notices"
    restorationClass = Self.self
    title = "Notices"
  }

  /// Makes the list of a saved state.
  public static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    NoticesViewController()
  }

  /// Presents the list over the screen in front, unless it is in front already.
  public static func show(in application: Application) {
    guard let front = application.window.frontController, !(front is NoticesViewController)
    else { return }
    front.present(NoticesViewController())
  }

  public override func loadView() -> View { table }

  public override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.placeholder = "No notices yet."
    table.rowHeight = .automatic
    table.dataSource = self
  }

  public override func viewWillAppear() {
    read()
    window?.notices.didChange = { [weak self] in self?.read() }
  }

  public override func viewWillDisappear() { window?.notices.didChange = {} }

  private func read() {
    notices = window?.notices.notices ?? []
    table.reloadData()
  }

  public override var actions: [Action] { noticesActions }

  private lazy var noticesActions = [
    Action("notices.close", "Close", "Esc", "^C", "q", role: .cancel, for: self) { $0.dismiss() }
  ]
}

extension NoticesViewController: TableViewDataSource {
  /// A row for each notice.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    notices.count
  }

  /// The time, kind and text of a notice.
  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(NoticeCell.self)
    cell.notice = notices[indexPath.row]
    return cell
  }
}

/// A row is its notice: newer ones come before it.
extension NoticesViewController: DataSourceModelAssociation {
  /// The number of the notice of a row.
  public func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    notices.indices.contains(indexPath.row) ? "\(notices[indexPath.row].number)" : nil
  }

  /// The row of a notice.
  public func indexPathForElement(
    withModelIdentifier identifier: String, in view: View
  ) -> IndexPath? {
    notices.firstIndex { "\($0.number)" == identifier }.map { IndexPath(row: $0, section: 0) }
  }
}

/// A notice: when, what about, what.
final class NoticeCell: TableViewCell {
  var notice: Notice? {
    didSet {
      text = notice?.text ?? ""
      wraps = true
    }
  }

  /// As many rows as the text needs next to the time.
  override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: max(1, lines(in: size.width).count)).limited(to: size)
  }

  private func lines(in width: Int) -> [String] {
    CellText.wrapped(notice?.text ?? "", toWidth: max(1, width - 10))
  }

  override func draw(_ canvas: Canvas) {
    guard let notice else { return }
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let (mark, style): (String, Style) =
      switch notice.kind {
      case .information: (" ", rowStyle)
      case .warning: ("!", rowStyle == .plain ? .warning : rowStyle)
      case .error: ("×", rowStyle == .plain ? .destructive : rowStyle)
      }
    canvas.draw(clock(notice.time), at: Point(x: 1, y: 0), width: 5, style: rowStyle)
    canvas.draw(mark, at: Point(x: 7, y: 0), width: 1, style: style)
    for (row, line) in lines(in: canvas.bounds.width).enumerated() {
      canvas.draw(line, at: Point(x: 9, y: row), style: style)
    }
  }

  /// The hour and the minute, or the day if that was not in the last day and night.
  private func clock(_ time: Double) -> String {
    let now = window?.notices.now() ?? time
    return timeText(time_t(time), abs(now - time) < 86400 ? "%H:%M" : "%m-%d", inUTC: false)
  }
}
