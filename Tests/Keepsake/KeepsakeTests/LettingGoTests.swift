import Foundation
import Reprise
import RepriseTesting
import Testing
import TestSupport

@testable import Keepsake

/// Releasing an app frees it with its screens and their data: there are no retain cycles.
@Suite struct LettingGoTests {
  /// Weak references to parts of an app.
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
  func noScreenHasARetainCycle(_ keys: String, restarts: Bool) async throws {
    let traces = try traces(after: keys, restarts: restarts)
    // Work queued on the main thread ends first.
    #expect(try await Wait.until { traces.application == nil }, "the application")
    #expect(traces.tabs == nil, "the tabs")
    #expect(traces.front == nil, "the screen in front")
  }

  // MARK: - Files

  /// The files in a directory that this process has open.
  private func openFiles(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.filter { $0.hasPrefix(directory) }
  }

  /// The directory of a released app that was restarted after every key.
  private func directory(of keys: String) throws -> String {
    let app = try SampleApp(restarts: true)
    try app.keys(keys)
    #expect(try !openFiles(in: app.directory).isEmpty)
    return app.directory
  }

  /// Neither the last app nor those killed before it keep a file open.
  @Test(arguments: [
    "jj<Enter>", "2<Enter>", "nTea", "jex", "n<Tab><Enter>", "/tea", "p", "P", "m", "?",
  ])
  func aReleasedAppLeavesNoFileOpen(_ keys: String) async throws {
    let directory = try directory(of: keys)
    let isClosed = try await Wait.until { try openFiles(in: directory).isEmpty }
    #expect(isClosed)
  }
}
