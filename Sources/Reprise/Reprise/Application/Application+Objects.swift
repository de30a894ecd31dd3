extension Application {
  /// Registers an object for preservation that is neither a view nor a controller (contract 6.2).
  ///
  /// It is saved once, as long as something preserved refers to it, and all that refer to it get the
  /// same object back (contract 6.3, 6.8). Register it before anything encodes a reference to it; if it
  /// has no `objectRestorationClass`, before state is restored. The reference is weak, so nobody has to
  /// unregister. Registering it again gives it another identifier.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - restorationIdentifier: Its name below its `restorationParent`.
  public func registerObject(
    forStateRestoration object: any StateRestoring, restorationIdentifier: String
  ) {
    preserver.register(object, restorationIdentifier: restorationIdentifier)
  }

  /// Marks a registered object dirty, so that this turn stores it.
  ///
  /// Views and controllers mark themselves.
  public func setNeedsPreservation(of object: any StateRestoring) {
    preserver.setNeedsPreservation(object)
  }
}
