import Foundation
import Terminal

extension RepriseApp {
  /// Makes the application without a terminal, with state in memory, for tests and pictures.
  ///
  /// - Parameters:
  ///   - device: Takes the frames.
  ///   - store: Stores the state.
  ///   - home: The directory in place of the person's home; nothing outside of it is touched.
  public func makeApplication(
    device: HeadlessTerminal, store: StateStore, home: String
  ) throws -> Application {
    var launch = try Launch(
      of: name, request: LaunchRequest(), variables: ["HOME": home], isHeadless: true)
    launch.sessionName = "main"
    try prepare(launch)
    return try makeApplication(device: device, store: store, launch: launch)
  }
}
