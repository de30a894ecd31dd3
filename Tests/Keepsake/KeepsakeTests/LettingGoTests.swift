import Foundation
import Reprise
import RepriseTesting
import Testing
import TestSupport

@testable import Keepsake

/// An app that nobody holds any more is gone, with its screens and what they read: no two hold each
/// other.
@Suite struct LettingGoTests {
  /// What is alive of an app as long as somebody holds it.
  private struct Traces {
    weak var application: Application?
    weak var tabs: ViewController?
    weak var front: ViewController?
  }

  private func traces(after keys: String, restarts: Bool) throws -> Traces {
    let app = try SampleApp()
    try app.keys(keys)
    if restarts { try app.pilot.restartAndRestore() }
    let application = app.pilot.application
    let front = application.window.frontController
    let traces = Traces(
      application: application, tabs: application.window.rootViewController, front: front)
    #expect(traces.application != nil && traces.front != nil)
    return traces
  }

  @Test(
    arguments: [
      "", "jj<Enter>e<Esc>", "2<Enter>", "nTea\(WaysInForm.toDescription)Green", "/tea", "?",
      "<F12>",
    ], [false, true])
  func noScreenHoldsItself(_ keys: String, restarts: Bool) async throws {
    let traces = try traces(after: keys, restarts: restarts)
    // What is on its way to the main thread ends first.
    #expect(try await Wait.until { traces.application == nil }, "the application")
    #expect(traces.tabs == nil, "the tabs")
    #expect(traces.front == nil, "the screen in front")
  }

  // MARK: - Files

  /// What of a directory this process has open.
  private func openFiles(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.filter { $0.hasPrefix(directory) }
  }

  /// Where an app lay that was started anew after every key, and that nobody holds any more.
  private func directory(of keys: String) throws -> String {
    let app = try SampleApp(restarts: true)
    try app.keys(keys)
    #expect(try !openFiles(in: app.directory).isEmpty)
    return app.directory
  }

  /// Neither the app that was on the screen last nor any of those that were killed before it keeps a file.
  @Test(arguments: [
    "jj<Enter>", "2<Enter>", "nTea", "jex", "n<Tab><Enter>", "/tea", "p", "P", "m", "?",
  ])
  func aDroppedAppLeavesNoFileOpen(_ keys: String) async throws {
    let directory = try directory(of: keys)
    let isClosed = try await Wait.until { try openFiles(in: directory).isEmpty }
    #expect(isClosed)
  }
}
