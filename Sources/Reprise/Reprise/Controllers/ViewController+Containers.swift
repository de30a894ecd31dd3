/// What containers of the kit ask each other.
extension ViewController {
  /// The split that this screen is in.
  public var splitViewController: SplitViewController? {
    (parent as? SplitViewController) ?? parent?.splitViewController
  }
}
