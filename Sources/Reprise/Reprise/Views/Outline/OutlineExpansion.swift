/// Saves the expanded items of an outline as an object of their own.
///
/// There can be thousands, and moving the selection must not store them again. The outline's screen refers to this
/// object while items are expanded.
final class OutlineExpansion: View {
  private weak var outline: OutlineView?

  init(of outline: OutlineView) {
    self.outline = outline
    super.init()
  }

  override var restorationIdentifier: String? {
    get { outline?.restorationIdentifier.map { $0 + ".expanded" } }
    set {}
  }

  override var preservationOwner: Responder? { outline?.preservationOwner }

  override func encodeRestorableState(with coder: Coder) {
    guard let outline else { return }
    coder.encode(value: outline.expanded.value, forKey: "expanded")
  }

  override func decodeRestorableState(with coder: Coder) {
    outline?.restore(RowMarks(value: coder.value(forKey: "expanded")))
  }
}
