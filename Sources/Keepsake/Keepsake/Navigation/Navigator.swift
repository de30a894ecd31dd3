import Foundation
import Inventory
import Reprise

/// Finds screens, and opens them by their identifiers, for code that must not know their classes.
final class Navigator {
  private let host: ApplicationReference

  init(_ host: ApplicationReference) { self.host = host }

  private var application: Application? { host.application }

  /// The sheets that open from anywhere, by the keys under which they are registered.
  enum Sheet: String {
    case join = "join"
    case logIn = "log in"
    case history = "history"
    case deletedPlaces = "trashed places"
    case due = "due"
    case views = "views"
  }

  /// The stacks that the storyboard has for presented screens, by their identifiers.
  enum Stack: String {
    case form = "form-stack"
    case question = "question-stack"
  }

  /// The tabs, below everything that is presented.
  var tabs: TabBarController? { application?.window.rootViewController as? TabBarController }

  /// The tab of reports.
  var reportsTab: ViewController? {
    tabs?.viewControllers.first { $0.restorationIdentifier == "Reports" }
  }

  /// Presents a sheet over what is in front, unless that is the sheet itself.
  func present(_ sheet: Sheet) {
    guard let application, let front = application.window.frontController,
      let screen = application.makeViewController(ofType: sheet.rawValue),
      type(of: front) != type(of: screen)
    else { return }
    front.present(screen)
  }

  /// Presents a screen in a stack, which holds whatever the screen pushes.
  func present(_ screen: ViewController, in stack: Stack, over controller: ViewController) {
    guard let stack = makeStack(stack) else { return }
    stack.setViewControllers([screen])
    controller.present(stack)
  }

  /// Makes a navigation stack with its screens from the storyboard.
  func makeStack(_ stack: Stack) -> NavigationController? {
    application?.mainStoryboard?.instantiateViewController(withIdentifier: stack.rawValue)
      as? NavigationController
  }

  /// Makes the screen of a level of places.
  func makeLevel(_ level: PlaceLevel) -> ViewController? {
    application?.makeViewController(
      ofType: "places", values: [("level", .string(level.name))])
  }

  /// Asks a question over the screen in front.
  func ask(_ question: AlertQuestion) { application?.window.frontController?.ask(question) }

  // MARK: - Screens

  /// The screen in front, whatever covers the tabs.
  var frontScreen: (any InventoryScreen)? {
    application?.window.frontController as? any InventoryScreen
  }

  /// Calls a closure for every screen, visible or not, presented ones last.
  func forEachScreen(_ body: (any InventoryScreen) -> Void) {
    if let root = application?.window.rootViewController { forEachScreen(from: root, body) }
  }

  private func forEachScreen(
    from controller: ViewController, _ body: (any InventoryScreen) -> Void
  ) {
    if let screen = controller as? any InventoryScreen { body(screen) }
    for child in controller.children { forEachScreen(from: child, body) }
    if let presented = controller.presentedViewController { forEachScreen(from: presented, body) }
  }

  // MARK: - Rows of the list in front

  /// The screen in front of the tabs, below everything that is presented.
  private var frontList: (any InventoryScreen)? { tabs?.innermostChild as? any InventoryScreen }

  /// The identifier of the selected row.
  var selectedIdentifier: String? { frontList?.selectedIdentifier }

  /// Selects the item that a form saved, or reports why the list doesn't show it.
  func show(saved item: SavedItem) { frontList?.show(saved: item) }

  /// Selects a draft if the list shows drafts.
  func select(draft: UUID) { frontList?.select(Self.row(ofDraft: draft)) }

  /// Selects a place if the list in front shows it.
  func select(place: UUID) { frontList?.select(place.digits) }

  /// The identifier of a draft's row.
  static func row(ofDraft draft: UUID) -> String { "draft \(draft.digits)" }

  /// Closes what covers the tabs and goes to the screen of an item.
  func show(item: UUID) {
    guard let items = tabs?.viewControllers.first as? any ItemOpening else { return }
    tabs?.dismiss()
    tabs?.selectedIndex = 0
    items.begin(with: item)
  }

  /// Closes what covers the tabs and opens a view in the list of all items.
  func show(view: SavedView) {
    guard let list = allItems, let screen = list as? any ViewOpening else { return }
    tabs?.dismiss()
    revealAllItems()
    screen.open(view)
  }

  /// The list of all items.
  private var allItems: (any InventoryScreen)? {
    let split = tabs?.viewControllers.first as? SplitViewController
    let stack = split?.viewController(for: .primary) as? NavigationController
    return stack?.viewControllers.first as? any InventoryScreen
  }

  /// Shows the list of all items in front of everything that was opened from it.
  private func revealAllItems() {
    let split = tabs?.viewControllers.first as? SplitViewController
    tabs?.selectedIndex = 0
    split?.show(.primary)
    (split?.viewController(for: .primary) as? NavigationController)?.popToRootViewController()
  }

  /// Goes to the list of all items and selects a draft there.
  func show(draft: UUID) {
    guard let list = allItems else { return }
    revealAllItems()
    list.leaveShelf()
    list.endFiltering()
    select(draft: draft)
  }
}

/// The application, for services that are made before it.
final class ApplicationReference {
  /// The application, while it exists.
  private(set) weak var application: Application?

  /// Sets the application, at launch.
  func connect(to application: Application) { self.application = application }
}
