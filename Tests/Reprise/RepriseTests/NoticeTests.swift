import Foundation
import Preservation
import RepriseTesting
import Testing

@testable import Reprise

/// Notices can be found again: their kinds, where they appear, and their list.
@Suite struct NoticeTests {
  private func pilot() throws -> Pilot { try Pilot.library(size: Size(width: 60, height: 12)) }

  private func texts(_ pilot: Pilot) -> [String] {
    pilot.application.window.notices.notices.map(\.text)
  }

  private func say(_ text: String, _ kind: NoticeKind = .information, in pilot: Pilot) throws {
    pilot.application.window.show(notice: text, kind: kind)
    try pilot.settle()
  }

  @Test func noticesAreRestoredNewestFirst() throws {
    let pilot = try pilot()
    try say("Saved", in: pilot)
    try say("Almost full", .warning, in: pilot)
    pilot.application.window.show(problem: "The disk is full")
    try pilot.settle()
    let notices = pilot.application.window.notices.notices
    #expect(notices.map(\.text) == ["The disk is full", "Almost full", "Saved"])
    #expect(notices.map(\.kind) == [.error, .warning, .information])
    #expect(notices.map(\.number) == [3, 2, 1])
    try pilot.restartAndRestore()
    #expect(pilot.application.window.notices.notices == notices)
    #expect(pilot.problems == [])
  }

  /// As `Ctrl-Z` in a terminal whose only program the app is.
  @Test func missingShellIsReported() throws {
    let pilot = try pilot()
    pilot.application.stopProcess = { false }
    try pilot.send(.signal(.suspend))
    #expect(pilot.application.state == .active)
    #expect(pilot.screen.contains("Not suspended: no shell could resume the app"))
  }

  @Test func theListIsAScreenThatComesBackWhereItWas() throws {
    let pilot = try pilot()
    for number in 1...30 { try say("Notice \(number)", in: pilot) }
    NoticesViewController.show(in: pilot.application)
    try pilot.settle()
    for _ in 0..<15 { try pilot.press(KeyPress(.down)) }
    #expect(pilot.screen.contains("Notice 15"))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    try pilot.press(KeyPress(.escape))
    #expect(!pilot.screen.contains("Notice 15"))
  }

  @Test func newNoticesAppearAboveTheSelection() throws {
    let pilot = try pilot()
    for number in 1...3 { try say("Notice \(number)", in: pilot) }
    NoticesViewController.show(in: pilot.application)
    try pilot.settle()
    try pilot.press(KeyPress(.down))
    try say("Newest", .warning, in: pilot)
    let table = pilot.application.window.frontController?.view as? TableView
    #expect(table?.indexPathForSelectedRow?.row == 2)
    #expect(pilot.screen.contains("! Newest"))
  }

  @Test func aPersonChoosesWhereEachKindGoes() throws {
    let pilot = try pilot()
    let window = pilot.application.window
    window.noticePlaces = [.information: .list, .error: .list]
    try say("Saved", in: pilot)
    #expect(window.notice == nil && !pilot.screen.contains("Saved"))
    try say("Almost full", .warning, in: pilot)
    #expect(window.notice == "Almost full")
    try pilot.press(KeyPress(.down))
    window.show(problem: "The disk is full")
    #expect(window.notice == nil)
    #expect(texts(pilot) == ["The disk is full", "Almost full", "Saved"])
  }

  @Test func theListIsBoundedAndRepeatsNothing() throws {
    let pilot = try pilot()
    for number in 0..<NoticeList.limit + 20 { try say("Notice \(number)", in: pilot) }
    try say("Notice 119", in: pilot)
    #expect(texts(pilot).count == NoticeList.limit)
    #expect(texts(pilot).first == "Notice 119" && texts(pilot).last == "Notice 20")
    try say(String(repeating: "é", count: 5000), in: pilot)
    #expect(texts(pilot)[0].utf8.count <= 500 && texts(pilot)[0].utf8.count > 400)
    try pilot.restartAndRestore()
    #expect(texts(pilot).count == NoticeList.limit)
  }

  @Test func answerToAKeyIsNotListed() throws {
    let pilot = try pilot()
    try pilot.press(.character("%"))
    #expect(pilot.application.window.notice?.contains("does nothing") == true)
    #expect(texts(pilot) == [])
  }

  @Test func aKeyWithoutANoticeStoresNothingOfTheList() throws {
    let pilot = try pilot()
    try say("Saved", in: pilot)
    try pilot.press(KeyPress(.down))
    let node = pilot.application.preserver.adoptedNode(of: pilot.application.window.notices)
    let stored = try #require(node)
    try pilot.press(KeyPress(.down))
    #expect(pilot.application.store.status.lastTransaction?.stored.contains(stored) != true)
    #expect(pilot.application.store.status.lastTransaction?.stored.isEmpty == false)
  }

  /// The file may say anything.
  @Test func nonsenseInTheStateIsLeftOut() {
    let good = Value.array([.int(7), .string("warning"), .date(0), .string("kept")])
    let bad: [Value] = [
      .null, .array([]), .array([.int(0), .string("error"), .date(0), .string("no number")]),
      .array([.int(9), .string("error"), .date(0), .string("out of order")]),
      .array([.int(5), .string("gossip"), .date(0), .string("no kind")]),
      .array([.int(4), .string("error"), .date(.nan), .string("no time")]),
      .array([.int(3), .string("error"), .date(0), .string(String(repeating: "x", count: 501))]),
    ]
    let list = NoticeList()
    list.decodeRestorableState(
      with: Coder(values: [("notices", .array([good] + bad))], references: NoReferences()))
    #expect(list.notices.map(\.text) == ["kept"])
  }

  private struct NoReferences: ReferenceCoding {
    func reference(to object: AnyObject) -> NodeID? { nil }
    func object(for node: NodeID) -> AnyObject? { nil }
    func coder(for node: NodeID) -> Coder? { nil }
  }
}
