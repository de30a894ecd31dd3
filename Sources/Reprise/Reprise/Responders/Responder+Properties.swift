extension Responder {
  /// Has ``updateProperties()`` run again before the next layout.
  ///
  /// A change of something observable that ``updateProperties()`` read does so by itself; call this
  /// when anything else changed that the properties depend on. Outside of a turn it asks for one; many
  /// calls are one turn.
  public func setNeedsUpdateProperties() {
    guard !needsUpdateProperties else { return }
    needsUpdateProperties = true
    propertiesNeedUpdate()
  }

  /// Runs ``updateProperties()`` now if it is due.
  public func updatePropertiesIfNeeded() {
    if needsUpdateProperties { updatePropertiesNow() }
  }

  /// Runs ``updateProperties()`` now, due or not.
  func updatePropertiesNow() {
    needsUpdateProperties = false
    tracking = PropertyTracking.run(for: self) {
      showBoundValue()
      updateProperties()
    }
  }
}
