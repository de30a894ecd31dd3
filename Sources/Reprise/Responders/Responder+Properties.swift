extension Responder {
  /// Has ``updateProperties()`` called again before the next layout.
  ///
  /// What ``updateProperties()`` read through Observation does it by itself when it changes; call it when
  /// something else changed that the properties depend on. Outside of a turn it asks for one, however
  /// often it is called until then.
  public func setNeedsUpdateProperties() {
    guard !needsUpdateProperties else { return }
    needsUpdateProperties = true
    propertiesNeedUpdate()
  }

  /// Calls ``updateProperties()`` now if it waits to be called.
  public func updatePropertiesIfNeeded() {
    if needsUpdateProperties { updatePropertiesNow() }
  }

  /// Calls ``updateProperties()``, whether or not anything is known to have changed.
  func updatePropertiesNow() {
    needsUpdateProperties = false
    tracking = PropertyTracking.run(for: self) {
      showBoundValue()
      updateProperties()
    }
  }
}
