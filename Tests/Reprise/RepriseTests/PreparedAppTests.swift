import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Reprise

/// A test makes the same scene as a launch.
@Suite struct PreparedAppTests {
  private nonisolated static let sessions = Mutex<[String]>([])

  private struct PreparedApp: RepriseApp {
    let name = "prepared"

    func makeScene(_ launch: Launch) throws -> Scene {
      let session = try launch.sessionName
      PreparedAppTests.sessions.withLock { $0.append(session) }
      return Scene(root: root)
    }

    func root(_ application: Application) -> ViewController { ViewController() }
  }

  @Test func aTestMakesTheSceneAsALaunchDoes() throws {
    let pilot = try Pilot(app: PreparedApp.self)
    #expect(Self.sessions.withLock(\.self) == ["main"])
    withExtendedLifetime(pilot) {}
  }
}
