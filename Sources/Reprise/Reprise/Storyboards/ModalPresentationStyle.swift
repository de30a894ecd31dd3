/// How a presented controller covers the screen.
public nonisolated enum ModalPresentationStyle: Hashable, Sendable {
  /// A framed sheet in the middle if there is room, else the whole screen.
  case formSheet
  /// The whole screen.
  case fullScreen
}
