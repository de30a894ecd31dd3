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
    let launch = try Launch(
      of: self, request: LaunchRequest(), variables: ["HOME": home], isHeadless: true
    ) { _ in store }
    return try makeApplication(device: device, launch: launch)
  }
}
