import Preservation

extension Preserver {
  /// Refers to the identified children of a container that it has not referred to itself (contract 2.5).
  ///
  /// So a container keeps its children without code of its own. Those of the kit refer to their children themselves.
  func encodeChildren(of controller: ViewController, with coder: Coder) {
    guard !controller.children.isEmpty, controller.encodesChildren else { return }
    let known = coder.keyedValues.flatMap(\.value.references)
    let missing = controller.children.compactMap { reference(to: $0) }.filter {
      !known.contains($0)
    }
    guard !missing.isEmpty else { return }
    coder.encodeKitState {
      coder.encode(
        value: .array(missing.map(Value.reference)), forKey: ViewController.StateKey.children)
    }
  }
}
