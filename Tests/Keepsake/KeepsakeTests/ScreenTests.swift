import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Compares every screen with its picture.
///
/// The whole suite runs a second time with the app killed and restarted after every key: everything on the screen must
/// be restored. In larger windows, where a launch costs more, the app is killed once, at the end.
@Suite struct ScreenTests {
  /// The app after the keys of a screen.
  private func app(_ screen: Screen, restarts: Bool = false) throws -> SampleApp {
    if [.shared, .refused, .disagreeing].contains(screen.home) {
      return try shared(screen, restarts: restarts)
    }
    let app = try SampleApp(
      size: screen.size, restarts: restarts, isEmpty: screen.home == .empty)
    if screen.home == .attached { try AttachedFiles.add(to: app) }
    try app.keys(screen.keys)
    guard let keys = screen.meanwhile else { return app }
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let item) = try store.items(named: "Chef's knife") else {
      Issue.record("the sample home has no knife")
      return app
    }
    try store.changes.perform(.trashItems([item]), session: "other")
    try app.keys(keys)
    return app
  }

  private func shared(_ screen: Screen, restarts: Bool) throws -> SampleApp {
    let app = try SampleApp(sharedIn: screen.size, restarts: restarts) {
      try $0.addKettle()
      try screen.home == .disagreeing ? $0.disagreeBesides() : $0.disagree()
    } prepare: {
      HouseholdScreenTests.prepare($0, needsLogin: screen.home == .refused)
    }
    try HouseholdScreenTests.storeCredentials(in: app.directory)
    try app.keys(screen.keys)
    return app
  }

  @Test(arguments: Screen.all) func theScreenEqualsThePicture(_ screen: Screen) throws {
    try Picture(screen.name, beside: #filePath).verify(app(screen).pilot.frame)
  }

  @Test(arguments: Screen.all) func theScreenIsRestoredAfterEveryKey(_ screen: Screen) throws {
    try Picture(screen.name, beside: #filePath).verify(app(screen, restarts: true).pilot.frame)
  }

  @Test(arguments: Screen.all.flatMap(\.larger))
  func theScreenEqualsThePictureInLargerWindows(_ screen: Screen) throws {
    let app = try app(screen)
    let picture = Picture(screen.name, beside: #filePath)
    try picture.verify(app.pilot.frame)
    try app.pilot.restartAndRestore()
    try picture.verify(app.pilot.frame)
  }
}
