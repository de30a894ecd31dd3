/// Lists the keys that work on the screen below, grouped; typing filters, and Enter performs the selected action.
///
/// The list is made of the actions that the screen, its focus and its containers offer, so what is listed works. In a
/// wide window the groups are in two columns. Every app offers it, under `?` and `F1`: see
/// ``Application/standardActions``. An app with a stack or a key of its own for it calls ``present(in:as:)``. The help
/// is restored like any other screen.
public final class HelpViewController: Palette {
  /// Makes a help.
  public override init() {
    super.init()
    navigationItem.detail = "keys for this screen"
    searchBar.placeholder = "type to find a key"
    sheetPresentationController.maximumSize = Size(width: 104, height: 44)
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    table.sideBySideWidth = Self.sideBySideWidth
  }

  /// The inner width of the sheet in a window of 100 columns.
  private static let sideBySideWidth = 88

  /// Makes the help of a saved state.
  public override class func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    path.last == standardIdentifier ? makeSheet() : HelpViewController()
  }

  private static let standardIdentifier = "reprise.help"

  private static func makeSheet() -> ViewController {
    let help = HelpViewController()
    help.restorationIdentifier = standardIdentifier
    help.restorationClass = Self.self
    help.title = "Help"
    return help
  }

  /// Presents the keys of the screen in front, unless they are in front already.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - makeSheet: Makes the controller to present, such as a help in a stack of the app's own. If
  ///     it returns `nil`, nothing is presented. By default the help is presented on its own.
  public static func present(
    in application: Application, as makeSheet: (() -> ViewController?)? = nil
  ) {
    guard let front = application.window.frontController, !(front is Palette) else { return }
    let sheet = if let makeSheet { makeSheet() } else { self.makeSheet() }
    if let sheet { front.present(sheet) }
  }

  override func entries(of catalog: ActionCatalog) -> [PaletteEntry] {
    catalog.available.filter { !$0.keys.isEmpty }
  }

  override func sections(of catalog: ActionCatalog) -> [(title: String?, rows: [PaletteEntry])] {
    Self.byGroup(entries(of: catalog))
  }
}
