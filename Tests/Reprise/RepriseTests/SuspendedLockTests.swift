import Foundation
@testable import Reprise
import RepriseTesting
import Terminal
import Testing

/// A lock while the app is stopped: the app must wipe its keys although the user does not return (contract 8.3.4).
@Suite struct SuspendedLockTests {
  private struct App: RepriseApp {
    let name = "vault"
    func root(_ application: Application) -> ViewController { ViewController() }
  }

  private final class Vault: ProtectedDataSource {
    var isUnlocked = true
    func lock() { isUnlocked = false }
  }

  private let pilot: Pilot
  private let vault = Vault()
  private let directory: String
  private var application: Application { pilot.application }
  private var request: String { directory + "/lock-request" }

  init() throws {
    pilot = try Pilot(app: App.self)
    directory = NSTemporaryDirectory() + "lock-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    pilot.application.stopJob = { true }
    pilot.application.protectedData = vault
    pilot.application.systemFiles.lockRequest = request
    pilot.application.systemEvents.watch.files.lockRequest = request
  }

  /// As another program asks.
  private func ask() throws {
    try Data().write(to: URL(filePath: request + ".new"))
    try #require(rename(request + ".new", request) == 0)
  }

  private static func isReadable(_ descriptors: [Int32]) -> Bool {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&polled, nfds_t(polled.count), 0) > 0
  }

  @Test func aRequestWakesItAndItForgetsItsKeys() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var wasToldInTime = false
    var hadTimeUnlocked = false
    application.needTime = { [vault] _ in hadTimeUnlocked = hadTimeUnlocked || vault.isUnlocked }
    application.sleepProcess = { [self] sleep in
      guard vault.isUnlocked, !wasToldInTime else { return nil }
      #expect(!Self.isReadable(sleep.descriptors), "it would never sleep")
      try? ask()
      wasToldInTime = Self.isReadable(sleep.descriptors)
      hadTimeUnlocked = false
      return .data
    }
    try pilot.send(.signal(.suspend))
    #expect(wasToldInTime)
    #expect(!vault.isUnlocked && hadTimeUnlocked)
  }

  /// Between the last look and the sleep.
  @Test func requestBeforeTheSleepIsHandled() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var sleptUnlocked = false
    application.sleepProcess = { [vault] _ in
      sleptUnlocked = sleptUnlocked || vault.isUnlocked
      return nil
    }
    application.stopProcess = { true }
    try ask()
    try pilot.send(.signal(.suspend))
    #expect(!vault.isUnlocked && !sleptUnlocked)
  }

  @Test func withoutKeysItIsStoppedAndNothingIsWatched() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    vault.isUnlocked = false
    var (sleeps, stops) = (0, 0)
    application.sleepProcess = { _ in
      sleeps += 1
      return nil
    }
    application.stopProcess = {
      stops += 1
      return true
    }
    try pilot.send(.signal(.suspend))
    #expect(sleeps == 0 && stops == 1)
  }
}
