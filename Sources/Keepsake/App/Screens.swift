import Reprise

/// The screens that come back, each under the key that state files name it by.
///
/// The keys are part of the file format: a screen may be renamed, its key may not.
enum Screens {
  static var registry: RestorationRegistry {
    var registry = RestorationRegistry()
    registry.register(ItemsViewController.self, as: "items")
    registry.register(ItemDetailViewController.self, as: "item")
    registry.register(PlacesViewController.self, as: "places")
    registry.register(ItemFormViewController.self, as: "item form")
    registry.register(CategoryPickerViewController.self, as: "category picker")
    registry.register(PlacePickerViewController.self, as: "place picker")
    registry.register(HelpViewController.self, as: "help")
    registry.register(DetailView.self, as: "item detail view")
    registry.register(FormView.self, as: "form view")
    registry.register(ChoiceControl.self, as: "choice")
    registry.register(restorationClass: ModalStack.self, as: "modal stack")
    return registry
  }
}

/// Makes the navigation controllers that are presented over the tabs.
enum ModalStack: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    empty()
  }

  /// A stack around one screen, ready to be presented.
  static func around(_ controller: ViewController) -> NavigationController {
    let navigation = empty()
    navigation.setViewControllers([controller])
    return navigation
  }

  private static func empty() -> NavigationController {
    let navigation = NavigationController()
    navigation.restorationIdentifier = "modal"
    navigation.restorationClass = ModalStack.self
    return navigation
  }
}
