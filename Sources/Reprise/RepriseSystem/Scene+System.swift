import Reprise

extension Scene {
  /// Adds the sources of this module: accessories, power and the login's session.
  ///
  /// Each costs nothing until its change is observed. If the app protects data, it also locks with the login's session
  /// and before the machine sleeps.
  ///
  /// ```swift
  /// func makeScene(_ launch: Launch) throws -> Scene {
  ///   var scene = Scene(root: root)
  ///   scene.watchSystem(launch)
  ///   return scene
  /// }
  /// ```
  ///
  /// An app that needs fewer of them adds only those:
  ///
  /// ```swift
  /// scene.eventSources += [AccessoryEvents(), PowerEvents()]
  /// ```
  public mutating func watchSystem(_ launch: Launch) {
    eventSources += [AccessoryEvents(), PowerEvents()]
    if !launch.isHeadless { eventSources.append(LoginEvents(environment: launch.variables)) }
  }
}
