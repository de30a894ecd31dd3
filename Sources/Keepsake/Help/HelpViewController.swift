import Foundation
import Reprise

/// The keys that work on the screen below; Enter does what the selected one does.
final class HelpViewController: ViewController, ViewControllerRestoration {
  private let table = TableView()

  /// The keys of the screen, and below them those that edit the text in which one is typing.
  ///
  /// Asked for when the rows are laid out: before that the screen below is in no window, as at a launch
  /// in too small a one, and would offer next to nothing.
  private var sections: [(title: String?, commands: [KeyCommand])] = []

  override init() {
    super.init()
    navigationItem.detail = "keys that work here"
  }

  /// Brings back the help of states that were saved before there was a storyboard.
  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    HelpViewController()
  }

  /// Shows the keys of the screen in front.
  static func show(in application: Application) {
    guard let front = application.window.frontController, !(front is HelpViewController),
      let help = application.mainStoryboard?.instantiateViewController(
        withIdentifier: "help-stack")
    else { return }
    front.present(help)
  }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.primaryActionTitle = "Run"
    table.dataSource = self
    table.delegate = self
  }

  override func viewWillAppear() { table.reloadData() }

  private var sectionsOfScreenBelow: [(title: String?, commands: [KeyCommand])] {
    guard let presenter = navigationController?.presentingViewController, let window else {
      return []
    }
    let screen = presenter.innermostChild
    let editing = window.editingKeyCommands(of: screen)
    return [(nil, window.keyCommands(of: screen))] + (editing.isEmpty ? [] : [("Text", editing)])
  }

  override var actions: [Action] { helpActions }

  private lazy var helpActions = [
    Action("help.close", "Close", "Esc", "^C", "q", "?", "F1", role: .cancel, for: self) {
      $0.dismiss()
    }
  ]
}

extension HelpViewController: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int {
    sections = sectionsOfScreenBelow
    return sections.count
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].commands.count
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].title
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(HelpCell.self)
    let command = sections[indexPath.section].commands[indexPath.row]
    cell.text = command.title
    cell.detailText = command.label
    return cell
  }
}

extension HelpViewController: TableViewDelegate {
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    let command = sections[indexPath.section].commands[indexPath.row]
    dismiss()
    command.action()
  }
}

/// A key and what it does.
final class HelpCell: TableViewCell {
  override func draw(_ canvas: Canvas) {
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    canvas.draw(detailText, at: Point(x: 1, y: 0), width: 14, style: rowStyle.adding(.bold))
    canvas.draw(
      text, at: Point(x: 16, y: 0), width: max(0, canvas.bounds.width - 17), style: rowStyle)
  }
}
