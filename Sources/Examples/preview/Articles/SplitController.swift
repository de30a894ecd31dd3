import Reprise

final class SplitController: ViewController {
  private let left: ViewController
  private let right: ViewController

  init(_ left: ViewController, _ right: ViewController) {
    self.left = left
    self.right = right
    super.init()
    addChild(left)
    addChild(right)
  }

  override func loadView() -> View {
    Row {
      left.view.length(.percent(40))
      right.view.length(.fill())
    }
  }

  override func updateProperties() {
    left.view.isHidden = horizontalSizeClass == .compact
  }

  override var actions: [Action] { [other] }

  private lazy var other = Action("split.other", "Other side", "F6", for: self) {
    $0.focusNextChild()
  }
}
