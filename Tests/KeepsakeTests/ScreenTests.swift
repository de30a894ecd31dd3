import Reprise
import RepriseTesting
import Testing

/// The picture of every screen.
///
/// The whole suite runs a second time with the app killed and started again after every key: if it
/// is on the screen, it comes back.
@Suite struct ScreenTests {
  /// A way to a screen.
  nonisolated struct Screen: CustomTestStringConvertible, Sendable {
    var name: String
    var keys: String
    var size = Size(width: 80, height: 24)
    var isEmpty = false

    var testDescription: String { name }
  }

  /// From the name of an item to its description, in a group that is unfolded on the way.
  nonisolated private static let toDescription = WaysInForm.toDescription

  /// From the name of an item to its notes, in a group that is unfolded on the way.
  nonisolated private static let toNotes = WaysInForm.toNotes

  nonisolated static let screens = [
    Screen(name: "items", keys: ""),
    Screen(name: "items-empty", keys: "", isEmpty: true),
    Screen(name: "items-scrolled", keys: "G<Up><Up>"),
    Screen(name: "items-editing", keys: "E<Down>"),
    Screen(name: "items-filter", keys: "/tea"),
    Screen(name: "items-filter-kept", keys: "/kitchen<Enter><Down>"),
    Screen(name: "items-filter-nothing", keys: "/zebra"),
    Screen(name: "items-filter-chinese", keys: "/壶"),
    Screen(name: "items-half-sequence", keys: "Gg"),
    Screen(name: "items-narrow", keys: "<Down>", size: Size(width: 40, height: 10)),
    Screen(name: "items-wide", keys: "<Down>", size: Size(width: 200, height: 60)),
    Screen(name: "items-trashed", keys: "<Down>x"),
    Screen(name: "items-undone", keys: "<Down>xu"),
    Screen(name: "items-redone", keys: "<Down>xu<^R>"),
    Screen(name: "items-marked", keys: "Ej jj "),
    Screen(name: "items-by-value", keys: "ov"),
    Screen(name: "items-by-place", keys: "oP<End>", size: Size(width: 120, height: 40)),
    Screen(name: "reports", keys: "3"),
    Screen(name: "reports-scrolled", keys: "3G<Up><Up>"),
    Screen(name: "reports-narrow", keys: "3<Down>", size: Size(width: 40, height: 12)),
    Screen(name: "reports-wide", keys: "3", size: Size(width: 120, height: 40)),
    Screen(
      name: "reports-gap", keys: "3" + String(repeating: "<Down>", count: 9) + "<Enter><Down>"),
    Screen(
      name: "form-understood", keys: "nTea" + String(repeating: "<Tab>", count: 12) + "1 299,5"),
    Screen(name: "detail", keys: "<Down><Enter>"),
    Screen(name: "detail-scrolled", keys: "<Enter>G", size: Size(width: 40, height: 10)),
    Screen(name: "detail-line", keys: "<Down><Enter><Down><Down><Down>"),
    Screen(name: "detail-place", keys: "<Down><Enter><Down><Enter>"),
    Screen(
      name: "detail-wide", keys: "<Down><Enter><Down>", size: Size(width: 120, height: 40)),
    Screen(
      name: "detail-widest", keys: "<Down><Enter><Down>", size: Size(width: 200, height: 60)),
    Screen(name: "split", keys: "<Down><Down>", size: Size(width: 100, height: 24)),
    Screen(name: "split-item", keys: "<Down><Enter><Down>", size: Size(width: 100, height: 24)),
    Screen(
      name: "split-place", keys: "<Down><Enter><Down><Enter>",
      size: Size(width: 120, height: 40)),
    Screen(name: "split-draft", keys: "nTea<Esc><Home>", size: Size(width: 120, height: 40)),
    Screen(name: "detail-deep", keys: "2<Enter><Enter><Down><Enter>"),
    Screen(name: "places", keys: "2"),
    Screen(name: "places-level", keys: "2<Enter>"),
    Screen(name: "places-filter", keys: "2<Enter>/k"),
    Screen(name: "places-editing", keys: "2<Enter>E"),
    Screen(name: "places-then-items", keys: "2<Enter><Enter>1"),
    Screen(name: "form-new", keys: "n"),
    Screen(name: "form-typed", keys: "nTea\(toDescription)Green, from 杭州"),
    Screen(name: "form-caret", keys: "nКофемолка ручная<Left><Left><^W>"),
    Screen(name: "form-selection", keys: "nabcdef<Shift-Left><Shift-Left>"),
    Screen(name: "form-edit", keys: "<Down>e<End> II"),
    Screen(
      name: "form-narrow", keys: "nTea\(toDescription)<Tab>kitchen",
      size: Size(width: 40, height: 10)),
    Screen(name: "form-wide", keys: "nTea", size: Size(width: 120, height: 40)),
    Screen(name: "form-bottom", keys: "nTea<Up>", size: Size(width: 44, height: 11)),
    Screen(name: "form-notes", keys: "nTea\(toNotes)Green, from 杭州<Enter><Enter>Drunk"),
    Screen(
      name: "form-notes-narrow",
      keys:
        "nTea\(toNotes)One<Enter>Two, which does not fit<Enter>3<Enter>4<Enter>5<Enter>6<Up><Up>",
      size: Size(width: 40, height: 10)),
    Screen(name: "form-notes-kept", keys: "/teapot<Enter>e\(toNotes)<Down><End>"),
    Screen(name: "form-notes-left", keys: "/teapot<Enter>e\(toNotes)<Down><Down>"),
    Screen(name: "form-problems", keys: "n<^S>"),
    Screen(name: "form-in-place", keys: "2<Enter><Enter>n"),
    Screen(name: "form-groups", keys: "/laptop<Enter>e<Down><Down><Down><Down><Down>"),
    Screen(
      name: "form-unfolded", keys: "/laptop<Enter>e\(WaysInForm.unfoldAll)",
      size: Size(width: 100, height: 50)),
    Screen(
      name: "form-group-narrow", keys: "nTea\(toDescription)Green",
      size: Size(width: 59, height: 16)),
    Screen(
      name: "form-wrong-in-a-group",
      keys: "nTea\(WaysInForm.toWorth)<Enter><Tab>12 apples<Tab><Shift-Tab><Shift-Tab><Left>"),
    Screen(name: "form-emptied-name", keys: "e<^A><^K><Tab>"),
    Screen(name: "category-new", keys: "nTea<Tab><Tab>Heirlooms"),
    Screen(name: "category-made", keys: "nTea<Tab><Tab>Heirlooms<Enter>"),
    Screen(name: "category-picker", keys: "nTea<Tab><Tab><Enter>"),
    Screen(name: "category-narrowed", keys: "nTea<Tab><Tab><Enter>ki"),
    Screen(name: "category-chosen", keys: "nTea<Tab><Tab><Enter>kit<Down><Up><Enter>"),
    Screen(name: "place-picker", keys: "nTea<Tab><Enter>kitch<Down>"),
    Screen(name: "place-new", keys: "nTea<Tab>Attic / Box 12"),
    Screen(name: "place-made", keys: "nTea<Tab>Attic / Box 12<Enter>"),
    Screen(name: "draft-waiting", keys: "nTea in the making<Esc>"),
    Screen(name: "draft-reopened", keys: "nTea in the making<Esc>g<Up>g<Home><Enter>"),
    Screen(name: "draft-discarded", keys: "nTea<Esc><Home>D"),
    Screen(name: "saved", keys: "nA new lamp<^S>"),
    Screen(name: "help", keys: "?"),
    Screen(name: "help-in-form", keys: "n<F1><Down>"),
    Screen(
      name: "help-in-notes", keys: "n\(toNotes)<F1><PgDn>", size: Size(width: 80, height: 40)),
    Screen(name: "detail-notes", keys: "/teapot<Enter><Enter>G"),
  ]

  @Test(arguments: screens) func theScreenIsThePicture(_ screen: Screen) throws {
    let app = try SampleApp(size: screen.size, isEmpty: screen.isEmpty)
    try app.keys(screen.keys)
    try Picture(screen.name, beside: #filePath).verify(app.pilot.frame)
  }

  @Test(arguments: screens) func theScreenComesBack(_ screen: Screen) throws {
    let app = try SampleApp(size: screen.size, restarts: true, isEmpty: screen.isEmpty)
    try app.keys(screen.keys)
    try Picture(screen.name, beside: #filePath).verify(app.pilot.frame)
  }
}
