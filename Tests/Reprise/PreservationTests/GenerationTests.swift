import Foundation
import RepriseTesting
import Testing
import TestSupport

@testable import Preservation

/// The previous generation: a copy of the state of a launch that proved healthy, and of no other.
@Suite(.leavesMainActorAlone) struct GenerationTests {
  private let directory: TemporaryHome
  private let home: StateHome
  private let keys = LoginKeyProvider()

  init() throws {
    directory = TemporaryHome()
    home = StateHome(path: directory.path + "/state")
  }

  private func record(_ text: String) -> ObjectRecord {
    ObjectRecord(
      node: NodeID(rawValue: 1), kind: .view, parent: nil, identifier: text, typeKey: "View")
  }

  private func launch(saving text: String) throws -> StateStore {
    let store = StateStore(session: try openWork(), keys: keys)
    try store.commit(ArchiveChanges(upserts: [record(text)]), info: ArchiveInfo())
    return store
  }

  /// Opens the session; another test's process may hold the lock between fork and exec.
  private func openWork() throws -> Session {
    for _ in 0..<200 {
      do { return try home.openSession(named: "work") } catch StateError.busy { usleep(10_000) }
    }
    return try home.openSession(named: "work")
  }

  private var path: String { home.path + "/sessions/work/previous.sqlite" }

  private func kept() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try StateArchive(path: path, keys: keys).load().map(\.identifier)
  }

  @Test func aLaunchThatProvesHealthyIsKept() throws {
    let store = try launch(saving: "first")
    store.willRestore()
    store.didRestoreAll()
    store.willShowFirstFrame()
    store.didFinishLaunching()
    #expect(try kept() == [], "not before it has proved healthy")
    store.didProveHealthy()
    #expect(Wait.until { FileManager.default.fileExists(atPath: path) })
    #expect(try kept() == ["first"])
    #expect(directory.mode(of: "state/sessions/work/previous.sqlite") == 0o600)
    // Later changes aren't in it.
    try store.commit(ArchiveChanges(upserts: [record("second")]), info: ArchiveInfo())
    store.didProveHealthy()
    #expect(try kept() == ["first"])
  }

  @Test func aLaterHealthyLaunchReplacesIt() throws {
    for text in ["first", "second"] {
      let store = try launch(saving: text)
      store.willRestore()
      store.didFinishLaunching()
      store.didProveHealthy()
      #expect(Wait.until { (try? kept()) == [text] }, "\(text)")
    }
  }

  /// A launch that restores nothing keeps no generation.
  ///
  /// Nor does a launch that exits before its probation is over.
  @Test func noOtherLaunchIsKept() throws {
    do {
      let store = try launch(saving: "not restored")
      store.didFinishLaunching()
      store.didProveHealthy()
    }
    do {
      let store = try launch(saving: "left early")
      store.willRestore()
      store.willLeave()
      store.didProveHealthy()
    }
    usleep(50_000)
    #expect(try kept() == [])
  }
}
