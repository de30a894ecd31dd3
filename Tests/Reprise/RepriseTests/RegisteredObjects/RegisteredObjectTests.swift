import Reprise
import RepriseTesting
import Testing

/// Objects that are neither views nor controllers (contract 6.1 to 6.9).
@Suite struct RegisteredObjectTests {
  /// A launch that registers a notebook and lays it on desks.
  private static func shared(
    _ notebook: @escaping @autoclosure () -> Notebook, registers: Bool = true, left: Bool = true,
    right: Bool = true
  ) -> (Application, DeskDelegate) -> Void {
    { application, delegate in
      let notebook = notebook()
      if registers {
        application.registerObject(
          forStateRestoration: notebook, restorationIdentifier: "notebook")
      }
      if left { delegate.left.notebook = notebook }
      if right { delegate.right.notebook = notebook }
    }
  }

  @Test func rule_6_3_registeringAloneSavesNothing() throws {
    let notebook = Notebook()
    let office = try Office(prepare: Self.shared(notebook, left: false, right: false))
    #expect(office.savedObjects.isEmpty)
    office.delegate.left.notebook = notebook
    try office.turn()
    #expect(office.savedObjects.map(\.identifier) == ["notebook"])
    office.delegate.left.notebook = nil
    try office.turn()
    #expect(office.savedObjects.isEmpty)
  }

  @Test func rule_6_8_twoHoldersGetTheSameObjectBack() throws {
    let office = try Office(prepare: Self.shared(Notebook()))
    let notebook = try #require(office.delegate.left.notebook as? Notebook)
    notebook.text = "written"
    office.pilot.application.setNeedsPreservation(of: notebook)
    try office.turn()
    #expect(office.savedObjects.count == 1)
    try office.restart()
    let restored = try #require(office.delegate.left.decoded as? Notebook)
    #expect(restored !== notebook)
    #expect(restored.text == "written")
    #expect(office.delegate.right.decoded === restored)
    #expect(office.outcome(of: "notebook") == .restored)
  }

  @Test func rule_6_4_registeringKeepsNothingAlive() throws {
    weak var notebook: Notebook?
    let office = try Office { application, _ in
      let made = Notebook()
      application.registerObject(forStateRestoration: made, restorationIdentifier: "notebook")
      notebook = made
    }
    #expect(notebook == nil)
  }

  @Test func rule_6_5_anObjectWithoutStateCanBeReferredTo() throws {
    let office = try Office { application, delegate in
      let marker = Marker()
      application.registerObject(forStateRestoration: marker, restorationIdentifier: "marker")
      delegate.left.notebook = marker
    }
    try office.restart()
    #expect(office.delegate.left.decoded is Marker)
    #expect(office.delegate.left.decoded === office.delegate.left.notebook)
    #expect(office.outcome(of: "marker") == .restored)
  }

  @Test func rule_6_6_theParentTellsEqualIdentifiersApart() throws {
    let office = try Office { application, delegate in
      for desk in [delegate.left, delegate.right] {
        let notebook = Notebook()
        notebook.owner = desk
        application.registerObject(
          forStateRestoration: notebook, restorationIdentifier: "notebook")
        desk.notebook = notebook
      }
    }
    let right = try #require(office.delegate.right.notebook as? Notebook)
    right.text = "the right one"
    office.pilot.application.setNeedsPreservation(of: right)
    try office.turn()
    try office.restart()
    #expect((office.delegate.left.notebook as? Notebook)?.text == "")
    #expect((office.delegate.right.notebook as? Notebook)?.text == "the right one")
    #expect(office.outcome(of: "tabs", "right", "notebook") == .restored)
    #expect(office.remarks == [])
  }

  @Test func rule_2_A_3_onePathForTwoObjectsIsReportedAndStillTellsThemApart() throws {
    let office = try Office { application, delegate in
      for desk in [delegate.left, delegate.right] {
        let notebook = Notebook()
        application.registerObject(
          forStateRestoration: notebook, restorationIdentifier: "notebook")
        desk.notebook = notebook
      }
    }
    let right = try #require(office.delegate.right.notebook as? Notebook)
    right.text = "the second"
    office.pilot.application.setNeedsPreservation(of: right)
    try office.turn()
    try office.restart()
    #expect((office.delegate.left.notebook as? Notebook)?.text == "")
    #expect((office.delegate.right.notebook as? Notebook)?.text == "the second")
    #expect(
      office.remarks == [
        "several registered objects in one place are named \"notebook\": "
          + "only the order of their registration distinguishes them"
      ])
  }

  /// Its class makes it, so it needs no distinction.
  @Test func anObjectWithAClassIsNamedLikeAnotherWithoutARemark() throws {
    let office = try Office { application, delegate in
      for desk in [delegate.left, delegate.right] {
        let notebook = BoundNotebook()
        application.registerObject(
          forStateRestoration: notebook, restorationIdentifier: "notebook")
        desk.notebook = notebook
      }
    }
    #expect(office.remarks == [])
  }

  @Test func registeringAgainGivesAnotherIdentifier() throws {
    let notebook = Notebook()
    let office = try Office(prepare: Self.shared(notebook))
    office.pilot.application.registerObject(
      forStateRestoration: notebook, restorationIdentifier: "diary")
    try office.turn()
    #expect(office.savedObjects.map(\.identifier) == ["diary"])
    #expect(office.remarks == [])
  }

  @Test func unregisteredObjectIsReportedAndNotSaved() throws {
    let office = try Office(prepare: Self.shared(Notebook(), registers: false))
    #expect(office.savedObjects.isEmpty)
    #expect(office.remarks == ["a Notebook is referenced but not registered: it is not saved"])
  }

  @Test func viewsAndControllersAreNotRegistered() throws {
    let office = try Office { application, delegate in
      application.registerObject(forStateRestoration: delegate.left, restorationIdentifier: "x")
    }
    #expect(
      office.remarks == [
        "views and controllers are not registered: set their restorationIdentifier"
      ])
  }

  // MARK: - Coming back

  @Test func rule_6_7_withoutAClassTheObjectHasToBeThere() throws {
    let office = try Office(prepare: Self.shared(Notebook()))
    try office.restart { _, _ in }
    #expect(office.delegate.left.decoded == nil)
    #expect(office.outcome(of: "notebook") == .skipped("no object is registered for it"))
    #expect(office.outcome(of: "tabs", "left") == .restored)
    #expect(office.savedObjects.isEmpty)
  }

  @Test func rule_6_7_theRestorationClassMakesItOnceAndTheKitRegistersIt() throws {
    let office = try Office(prepare: Self.shared(BoundNotebook()))
    for _ in 0..<2 { try office.restart { _, _ in } }
    let notebook = try #require(office.delegate.left.decoded as? BoundNotebook)
    #expect(notebook.calls == ["made at notebook", "decode", "finished"])
    #expect(office.delegate.right.decoded === notebook)
    #expect(office.savedObjects.map(\.identifier) == ["notebook"])
  }

  @Test func rule_6_7_nothingFromTheClassIsFine() throws {
    let notebook = BoundNotebook()
    notebook.text = "burnt"
    let office = try Office(prepare: Self.shared(notebook))
    try office.restart { _, _ in }
    #expect(office.delegate.left.decoded == nil)
    #expect(office.outcome(of: "notebook") == .skipped("its restoration class returned nothing"))
  }

  @Test func rule_2_7_theDelegateKeepsAnObjectAndAskingAloneMakesNothing() throws {
    let office = try Office { application, delegate in
      let notebook = BoundNotebook()
      application.registerObject(forStateRestoration: notebook, restorationIdentifier: "notebook")
      delegate.kept = notebook
    }
    try office.restart { _, _ in }
    #expect(office.delegate.foundWhenAsked == nil)
    #expect(office.delegate.foundAtTheEnd is BoundNotebook)
  }

  @Test func anUnknownClassIsReported() throws {
    let office = try Office(prepare: Self.shared(BoundNotebook()))
    try office.restart(forgettingClass: true) { _, _ in }
    #expect(
      office.outcome(of: "notebook")
        == .kept("no object restoration class \"bound notebook\" is registered"))
  }

  @Test func mutualReferencesAreRestoredOnce() throws {
    let office = try Office { application, delegate in
      let (one, two) = (BoundNotebook(), BoundNotebook())
      one.other = two
      two.other = one
      application.registerObject(forStateRestoration: one, restorationIdentifier: "one")
      application.registerObject(forStateRestoration: two, restorationIdentifier: "two")
      delegate.left.notebook = one
    }
    try office.restart { _, _ in }
    let one = try #require(office.delegate.left.decoded as? BoundNotebook)
    #expect(one.other?.other === one)
    #expect(office.savedObjects.count == 2)
    one.other?.other = nil
  }

  @Test func rule_3_7_anObjectOfAnotherTypeIsUsedButNotDecoded() throws {
    let office = try Office(prepare: Self.shared(Notebook()))
    try office.restart { application, delegate in
      let marker = Marker()
      application.registerObject(forStateRestoration: marker, restorationIdentifier: "notebook")
      delegate.left.notebook = marker
    }
    #expect(office.delegate.left.decoded is Marker)
    #expect(office.outcome(of: "notebook") == .notDecoded)
  }

  @Test func rule_6_9_finishedComesAfterTheDelegatesDecoding() throws {
    let office = try Office(prepare: Self.shared(Notebook()))
    try office.restart { application, delegate in
      Self.shared(Notebook())(application, delegate)
      let notebook = delegate.left.notebook as? Notebook
      delegate.didDecode = { notebook?.calls.append("delegate") }
    }
    #expect(
      (office.delegate.left.notebook as? Notebook)?.calls == ["decode", "delegate", "finished"])
  }
}
