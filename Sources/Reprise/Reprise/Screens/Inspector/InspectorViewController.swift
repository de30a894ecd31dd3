import Foundation

/// Shows the saved state of a running app: the live tree, the last transaction, the last launch.
///
/// It is for developers, and for users who want to check the promise. An app opens it with
/// ``show(in:)``, under a key of its choice. It is restored like any other screen.
public final class InspectorViewController: ViewController, ViewControllerRestoration {
  private let table = TableView()
  private var sections: [InspectorSection] = []

  /// Makes an inspector.
  public override init() {
    super.init()
    restorationIdentifier = "reprise.inspector"
    restorationClass = Self.self
    title = "Inspector"
    modalPresentationStyle = .fullScreen
  }

  /// Makes the inspector of a saved state.
  public static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    InspectorViewController()
  }

  /// Presents the inspector over the screen in front, unless it is in front already.
  public static func show(in application: Application) {
    guard let front = application.window.frontController, !(front is InspectorViewController)
    else { return }
    front.present(InspectorViewController())
  }

  public override func loadView() -> View { table }

  public override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.sectionHeaderTopSpacing = 1
    table.dataSource = self
  }

  public override func viewWillAppear() {
    refresh()
  }

  private func refresh() {
    sections = window?.application?.inspect() ?? []
    table.reloadData()
  }

  public override var actions: [Action] { inspectorActions }

  private lazy var inspectorActions = [
    Action("inspector.refresh", "Refresh", "r", for: self) { $0.refresh() },
    Action("inspector.close", "Close", "Esc", "^C", "q", "F12", role: .cancel, for: self) {
      $0.dismiss()
    },
  ]
}

extension InspectorViewController: TableViewDataSource {
  /// The number of sections.
  public func numberOfSections(in tableView: TableView) -> Int { sections.count }

  /// A row for each line.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].lines.count
  }

  /// The heading of the lines.
  public func tableView(
    _ tableView: TableView, titleForHeaderInSection section: Int
  ) -> String? {
    sections[section].title
  }

  /// A mark and a line.
  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let line = sections[indexPath.section].lines[indexPath.row]
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.text = "\(line.mark.rawValue) \(line.text)"
    return cell
  }
}
