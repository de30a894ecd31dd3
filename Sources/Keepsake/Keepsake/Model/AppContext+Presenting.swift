import Reprise

extension AppContext {
  /// Presents a screen in a stack of the storyboard, which holds whatever the screen pushes.
  func present(_ screen: ViewController, inStack name: String, over controller: ViewController) {
    let made = storyboard?.instantiateViewController(withIdentifier: name)
    guard let stack = made as? NavigationController else { return }
    stack.setViewControllers([screen])
    controller.present(stack)
  }
}
