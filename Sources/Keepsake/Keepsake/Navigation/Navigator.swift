import Inventory
import Reprise

/// Opens screens by their identifiers, for code that must not know their classes.
final class Navigator {
  /// The application, from the launch on.
  weak var application: Application?

  /// The sheets that open from anywhere, by the keys under which they are registered.
  enum Sheet: String {
    case join = "join"
    case logIn = "log in"
  }

  /// The stacks that the storyboard has for presented screens, by their identifiers.
  enum Stack: String {
    case form = "form-stack"
    case question = "question-stack"
    case help = "help-stack"
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

  /// Makes a stack with the screens that the storyboard gives it.
  func makeStack(_ stack: Stack) -> NavigationController? {
    application?.mainStoryboard?.instantiateViewController(withIdentifier: stack.rawValue)
      as? NavigationController
  }

  /// Makes the screen of a level of places.
  func makeLevel(_ level: PlaceLevel) -> ViewController? {
    application?.makeViewController(
      ofType: "places", values: [("level", .string(level.name))])
  }
}
