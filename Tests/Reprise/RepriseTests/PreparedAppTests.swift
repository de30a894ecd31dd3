import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Reprise

/// What an app prepares before its first screen, it prepares in a test, too.
@Suite struct PreparedAppTests {
  private nonisolated static let prepared = Mutex<[String]>([])

  private struct PreparedApp: RepriseApp {
    let name = "prepared"

    func prepare(_ launch: Launch) throws {
      PreparedAppTests.prepared.withLock { $0.append(launch.sessionName) }
    }

    func rootViewController(_ application: Application) -> ViewController { ViewController() }
  }

  @Test func aTestPreparesTheAppAsALaunchDoes() throws {
    let pilot = try Pilot(app: PreparedApp.self)
    #expect(Self.prepared.withLock(\.self) == ["main"])
    withExtendedLifetime(pilot) {}
  }
}
