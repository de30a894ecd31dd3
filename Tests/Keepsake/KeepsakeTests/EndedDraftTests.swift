import Glibc
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// A finished draft disappears from the screen at once, and from its file as soon as that can be written.
@Suite struct EndedDraftTests {
  private let app: SampleApp

  init() throws { app = try SampleApp() }

  private func shows(_ text: String) -> Bool { app.pilot.screen.contains(text) }

  /// Runs the body while another program has the drafts locked.
  private func whileDraftsAreLocked(_ body: () throws -> Void) throws {
    let lock = open(app.directory + "/drafts.lock", O_RDWR | O_CLOEXEC)
    defer {
      // A child of another test may hold the descriptor, too, between fork and exec.
      flock(lock, LOCK_UN)
      close(lock)
    }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try body()
  }

  @Test func theDraftOfASavedItemIsDeletedWhenPossible() throws {
    try app.keys("nLamp")
    try whileDraftsAreLocked {
      try app.keys("<^S>")
      #expect(shows("A finished draft can't be removed"), "\(app.pilot.screen)")
      #expect(!shows("✎"), "it is in no list")
    }
    app.pilot.application.update()
    #expect(!shows("can't be removed"), "\(app.pilot.screen)")
    #expect(try DraftStore(directory: app.directory).count() == 0)
    #expect(app.pilot.problems == [])
  }

  @Test func editingAgainDoesNotRestoreAFinishedDraft() throws {
    try app.keys("je II")
    try whileDraftsAreLocked {
      try app.keys("<^S>")
      #expect(!shows("✎"))
      try app.keys("e")
      #expect(shows("Edit: Chef's knife II"), "\(app.pilot.screen)")
      try app.keys("<Esc>")
    }
    app.pilot.application.update()
    #expect(try DraftStore(directory: app.directory).count() == 0)
  }

  /// Text typed after saving belongs to a new draft, which stays.
  @Test func textTypedAfterSavingIsKept() throws {
    try app.keys("je II")
    try whileDraftsAreLocked { try app.keys("<^S>e III") }
    app.pilot.application.update()
    let kept = try DraftStore(directory: app.directory).drafts()
    #expect(kept.map { $0.fields[.name] } == ["Chef's knife II III"])
    try app.pilot.restartAndRestore()
    #expect(shows("Edit: Chef's knife II III"))
  }

  @Test func aFormThatCannotBeDiscardedKeepsSavingItsDraft() throws {
    try app.keys("nLamp")
    try whileDraftsAreLocked {
      try app.keys("<Shift-Tab><Enter>")
      #expect(shows("New: Lamp") && !shows("Discarded"), "\(app.pilot.screen)")
    }
    try app.keys("<Tab>s")
    #expect(shows("New: Lamps"), "\(app.pilot.screen)")
    let kept = try DraftStore(directory: app.directory).drafts()
    #expect(kept.map { $0.fields[.name] } == ["Lamps"])
  }

  @Test func aDraftDiscardedAgainIsDeletedWhenPossible() throws {
    try app.keys("nLamp<Esc>gg")
    let draft = try #require(try DraftStore(directory: app.directory).drafts().first).uuid
    try app.keys("Du")
    try whileDraftsAreLocked {
      try app.keys("<^R>")
      #expect(shows("A finished draft can't be removed"), "\(app.pilot.screen)")
      #expect(!shows("✎"))
    }
    app.pilot.application.update()
    #expect(try DraftStore(directory: app.directory).isDiscarded(draft))
    try app.keys("u")
    #expect(shows("✎ Lamp"))
  }
}
