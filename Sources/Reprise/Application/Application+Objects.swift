extension Application {
  /// Makes an object that is neither a view nor a controller available to preservation
  /// (contract 6.2).
  ///
  /// It is saved, once, as long as an object that is preserved refers to it; all that refer to it
  /// get the same object back (contract 6.3, 6.8). Register it before anything encodes a reference
  /// to it, and without an `objectRestorationClass` before state is restored. It is held weakly and
  /// need not be unregistered. Registering it again gives it another identifier.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - restorationIdentifier: Its name in the place that its `restorationParent` gives it.
  public func registerObject(
    forStateRestoration object: any StateRestoring, restorationIdentifier: String
  ) {
    preserver.register(object, restorationIdentifier: restorationIdentifier)
  }

  /// Says that the state of a registered object changed, so that this turn stores it.
  ///
  /// Views and controllers say so themselves.
  public func setNeedsPreservation(of object: any StateRestoring) {
    preserver.setNeedsPreservation(object)
  }
}
