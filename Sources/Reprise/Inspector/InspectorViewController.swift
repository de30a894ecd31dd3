import Foundation

/// Shows a running app what is saved of it: the live tree, the last transaction, the last launch.
///
/// For developers, and for whoever wants to know whether the promise holds. An app offers it with
/// ``show(in:)`` behind a key of its own choice. It comes back as any other screen.
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

  /// Makes an inspector that was saved.
  public static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    InspectorViewController()
  }

  /// Presents the inspector over the screen in front, unless it is there already.
  public static func show(in application: Application) {
    guard let front = application.window.frontController, !(front is InspectorViewController)
    else { return }
    front.present(InspectorViewController())
  }

  public override func loadView() -> View { table }

  public override func viewDidLoad() {
    table.restorationIdentifier = "table"
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
    Action("inspector.refresh", "Look again", "r", for: self) { $0.refresh() },
    Action("inspector.close", "Close", "Esc", "^C", "q", "F12", role: .cancel, for: self) {
      $0.dismiss()
    },
  ]
}

extension InspectorViewController: TableViewDataSource {
  /// As many as there are kinds of things to say.
  public func numberOfSections(in tableView: TableView) -> Int { sections.count }

  /// One row for each line.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].lines.count
  }

  /// What the lines are about.
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
