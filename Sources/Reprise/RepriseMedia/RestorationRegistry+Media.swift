import Reprise

extension RestorationRegistry {
  /// Registers the views of this module, so that their state comes back.
  ///
  /// ```swift
  /// func register(in registry: inout RestorationRegistry) {
  ///   registry.registerMedia()
  /// }
  /// ```
  public mutating func registerMedia() {
    register(PictureView.self, as: "PictureView")
  }
}
