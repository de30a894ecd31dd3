import Foundation
import Reprise
import Testing

/// A screen of Keepsake, and the keys that lead to it.
nonisolated struct Screen: CustomTestStringConvertible, Sendable {
  /// The inventory that the app starts with.
  enum Home {
    case sample
    case empty
    /// The sample home, with files attached to the teapot and more files to choose from.
    case attached
    /// The sample home in a household; the other home has conflicting values for the knife, and a kettle.
    case shared
    /// The same, but the server refuses the login.
    case refused
    /// The sample home in a household; the other home names a place, the insurer and a file differently.
    case disagreeing
  }

  var name: String
  var keys: String
  var size = Size(width: 80, height: 24)
  var home = Home.sample
  /// The keys to press after another window trashed the knife; `nil` if none does.
  var meanwhile: String?
  /// Whether it also has pictures in ``largerSizes``.
  var isInEverySize = false

  var testDescription: String { name }

  /// Common window sizes other than 80 × 24.
  static let largerSizes = [Size(width: 120, height: 40), Size(width: 200, height: 60)]

  /// The same screen in the larger sizes.
  var larger: [Screen] {
    guard isInEverySize else { return [] }
    return Self.largerSizes.map { size in
      var screen = self
      screen.name += "-\(size.width)x\(size.height)"
      screen.size = size
      return screen
    }
  }

  private static let toDescription = WaysInForm.toDescription
  private static let toNotes = WaysInForm.toNotes

  /// The screens that show a time, which depends on the time zone.
  private static let timed =
    TimeZone.current.secondsFromGMT() == 0
    ? [Screen(name: "history", keys: "/kettle<Enter><Enter>C", home: .shared, isInEverySize: true)]
    : []

  /// All screens.
  static let all =
    timed + [
      Screen(name: "items", keys: "", isInEverySize: true),
      Screen(name: "items-empty", keys: "", home: .empty, isInEverySize: true),
      Screen(name: "items-scrolled", keys: "G<Up><Up>"),
      Screen(name: "items-editing", keys: "E<Down>", isInEverySize: true),
      Screen(name: "items-filter", keys: "/tea", isInEverySize: true),
      Screen(name: "items-filter-kept", keys: "/kitchen<Enter><Down>"),
      Screen(name: "items-filter-nothing", keys: "/zebra", isInEverySize: true),
      Screen(name: "items-filter-chinese", keys: "/壶"),
      Screen(name: "items-half-sequence", keys: "Gg"),
      Screen(name: "items-narrow", keys: "<Down>", size: Size(width: 40, height: 10)),
      Screen(name: "items-trashed", keys: "<Down>x", isInEverySize: true),
      Screen(name: "items-undone", keys: "<Down>xu", isInEverySize: true),
      Screen(name: "items-redone", keys: "<Down>xu<^R>"),
      Screen(name: "items-marked", keys: "Ej jj ", isInEverySize: true),
      Screen(name: "items-by-value", keys: "ov", isInEverySize: true),
      Screen(name: "items-by-place", keys: "oP<End>", size: Size(width: 120, height: 40)),
      Screen(name: "reports", keys: "3", isInEverySize: true),
      Screen(name: "reports-scrolled", keys: "3G<Up><Up>", isInEverySize: true),
      Screen(name: "reports-narrow", keys: "3<Down>", size: Size(width: 40, height: 12)),
      Screen(
        name: "reports-gap", keys: "3" + String(repeating: "<Down>", count: 10) + "<Enter><Down>",
        isInEverySize: true),
      Screen(
        name: "form-understood", keys: "nTea" + String(repeating: "<Tab>", count: 13) + "1 299,5"),
      Screen(name: "detail", keys: "<Down><Enter>", isInEverySize: true),
      Screen(name: "detail-scrolled", keys: "<Enter>G", size: Size(width: 40, height: 10)),
      Screen(name: "detail-line", keys: "<Down><Enter><Down><Down><Down>"),
      Screen(name: "detail-place", keys: "<Down><Enter><Enter>", isInEverySize: true),
      Screen(
        name: "detail-wide", keys: "<Down><Enter><Down>", size: Size(width: 120, height: 40)),
      Screen(
        name: "detail-widest", keys: "<Down><Enter><Down>", size: Size(width: 200, height: 60)),
      Screen(name: "split", keys: "<Down><Down>", size: Size(width: 100, height: 24)),
      Screen(name: "split-item", keys: "<Down><Enter><Down>", size: Size(width: 100, height: 24)),
      Screen(
        name: "split-place", keys: "<Down><Enter><Enter>",
        size: Size(width: 120, height: 40)),
      Screen(name: "split-draft", keys: "nTea<Esc><Home>", size: Size(width: 120, height: 40)),
      Screen(name: "detail-deep", keys: "2<Enter><Enter><Down><Enter>"),
      Screen(name: "places", keys: "2", isInEverySize: true),
      Screen(name: "places-level", keys: "2<Enter>", isInEverySize: true),
      Screen(name: "places-filter", keys: "2<Enter>/k", isInEverySize: true),
      Screen(name: "places-editing", keys: "2<Enter>E", isInEverySize: true),
      Screen(name: "places-then-items", keys: "2<Enter><Enter>1"),
      Screen(name: "form-new", keys: "n", isInEverySize: true),
      Screen(name: "form-typed", keys: "nTea\(toDescription)Green, from 杭州", isInEverySize: true),
      Screen(name: "form-caret", keys: "nКофемолка ручная<Left><Left><^W>"),
      Screen(name: "form-selection", keys: "nabcdef<Shift-Left><Shift-Left>"),
      Screen(name: "form-edit", keys: "<Down>e<End> II", isInEverySize: true),
      Screen(
        name: "form-narrow", keys: "nTea\(toDescription)<Tab>kitchen",
        size: Size(width: 40, height: 10)),
      Screen(name: "form-bottom", keys: "nTea<Up>", size: Size(width: 44, height: 11)),
      Screen(
        name: "form-notes", keys: "nTea\(toNotes)Green, from 杭州<Enter><Enter>Drunk",
        isInEverySize: true),
      Screen(
        name: "form-notes-narrow",
        keys:
          "nTea\(toNotes)One<Enter>Two, which does not fit<Enter>3<Enter>4<Enter>5<Enter>6<Up><Up>",
        size: Size(width: 40, height: 10)),
      Screen(name: "form-notes-kept", keys: "/teapot<Enter>e\(toNotes)<Down><End>"),
      Screen(name: "form-notes-left", keys: "/teapot<Enter>e\(toNotes)<Down><Down>"),
      Screen(name: "form-problems", keys: "n<^S>", isInEverySize: true),
      Screen(name: "form-in-place", keys: "2<Enter><Enter>n", isInEverySize: true),
      Screen(
        name: "form-groups", keys: "/laptop<Enter>e<Down><Down><Down><Down><Down>",
        isInEverySize: true),
      Screen(
        name: "form-unfolded", keys: "/laptop<Enter>e\(WaysInForm.unfoldAll)",
        size: Size(width: 100, height: 50)),
      Screen(
        name: "form-group-narrow", keys: "nTea\(toDescription)Green",
        size: Size(width: 59, height: 16)),
      Screen(
        name: "form-wrong-in-a-group",
        keys: "nTea\(WaysInForm.toWorth)<Enter><Tab>12 apples<Tab><Shift-Tab><Shift-Tab><Left>",
        isInEverySize: true),
      Screen(name: "form-emptied-name", keys: "e<^A><^K><Tab>"),
      Screen(name: "category-new", keys: "nTea<Tab><Tab>Heirlooms", isInEverySize: true),
      Screen(name: "category-made", keys: "nTea<Tab><Tab>Heirlooms<Enter>"),
      Screen(name: "category-picker", keys: "nTea<Tab><Tab><Enter>", isInEverySize: true),
      Screen(name: "category-narrowed", keys: "nTea<Tab><Tab><Enter>ki", isInEverySize: true),
      Screen(name: "category-chosen", keys: "nTea<Tab><Tab><Enter>kit<Down><Up><Enter>"),
      Screen(name: "place-picker", keys: "nTea<Tab><Enter>kitch<Down>", isInEverySize: true),
      Screen(name: "place-new", keys: "nTea<Tab>Attic / Box 12", isInEverySize: true),
      Screen(name: "place-made", keys: "nTea<Tab>Attic / Box 12<Enter>"),
      Screen(name: "draft-waiting", keys: "nTea in the making<Esc>", isInEverySize: true),
      Screen(
        name: "draft-reopened", keys: "nTea in the making<Esc>g<Up>g<Home><Enter>",
        isInEverySize: true),
      Screen(name: "draft-discarded", keys: "nTea<Esc><Home>D"),
      Screen(name: "saved", keys: "nA new lamp<^S>", isInEverySize: true),
      Screen(name: "help", keys: "?", isInEverySize: true),
      Screen(name: "help-in-form", keys: "n<F1><Down>", isInEverySize: true),
      Screen(
        name: "help-in-notes", keys: "n\(toNotes)<F1><PgDn>", size: Size(width: 80, height: 40)),
      Screen(name: "detail-notes", keys: "/teapot<Enter><Enter>G", isInEverySize: true),
      Screen(name: "places-empty", keys: "2", home: .empty, isInEverySize: true),
      Screen(name: "place-emptied", keys: "2<Enter><Enter><Enter>x", isInEverySize: true),
      Screen(name: "place-trashed", keys: "2x", isInEverySize: true),
      Screen(name: "form-from-item", keys: "<Down><Enter>e", isInEverySize: true),
      Screen(
        name: "form-conflict", keys: "/chef<Enter><Enter>e II", meanwhile: "<^S>",
        isInEverySize: true
      ),
      Screen(
        name: "items-gone", keys: "/chef<Enter><Enter>", meanwhile: "<Home>", isInEverySize: true),
      Screen(name: "insurer", keys: "R", isInEverySize: true),
      Screen(name: "policy", keys: "R<^O>", isInEverySize: true),
      Screen(
        name: "policy-wrong", keys: "R<^O><Tab><Tab><Tab><Tab>someday<Tab>", isInEverySize: true),
      Screen(name: "attachments-none", keys: "p", isInEverySize: true),
      Screen(name: "photo", keys: "/teapot<Enter>p", home: .attached, isInEverySize: true),
      Screen(name: "photo-enlarged", keys: "/teapot<Enter>p++", home: .attached),
      Screen(name: "attachment", keys: "/teapot<Enter>p]]", home: .attached, isInEverySize: true),
      Screen(name: "attachment-moved", keys: "/teapot<Enter>p]<", home: .attached),
      Screen(
        name: "contact-sheet", keys: "/teapot<Enter>p]t", home: .attached, isInEverySize: true),
      Screen(name: "kind-picker", keys: "/teapot<Enter>pc", home: .attached, isInEverySize: true),
      Screen(
        name: "detail-attached", keys: "/teapot<Enter><Enter>", home: .attached, isInEverySize: true
      ),
      Screen(name: "files", keys: "P<Down><Down> <Down>", home: .attached, isInEverySize: true),
      Screen(name: "files-narrowed", keys: "P/pot", home: .attached, isInEverySize: true),
      Screen(name: "files-completions", keys: "P/../Receipts/p<Tab><Down>", home: .attached),
      Screen(name: "items-conflict", keys: "/chef<Enter>", home: .shared),
      Screen(
        name: "detail-conflict", keys: "/chef<Enter><Enter>", home: .shared, isInEverySize: true),
      Screen(
        name: "form-sync-conflict", keys: "/chef<Enter><Enter>e<Tab><Tab><Tab>", home: .shared),
      Screen(
        name: "form-sync-conflict-taken", keys: "/chef<Enter><Enter>e<Tab><Tab><Tab><^T>",
        home: .shared
      ),
      Screen(name: "household", keys: "3H", home: .shared, isInEverySize: true),
      Screen(
        name: "household-conflicts", keys: "3H<End>", home: .disagreeing, isInEverySize: true),
      Screen(
        name: "places-conflict", keys: "2<Down><Enter><Down><Down><Down>", home: .disagreeing,
        isInEverySize: true),
      Screen(name: "policy-conflict", keys: "R<^O><Tab><Tab>", home: .disagreeing),
      Screen(name: "file-conflict", keys: "/chef<Enter>p", home: .disagreeing),
      Screen(name: "join", keys: "<F3><Tab>Anna", isInEverySize: true),
      Screen(name: "log-in", keys: "<F3>anna", home: .refused, isInEverySize: true),
      Screen(name: "files-nothing", keys: "P/zebra", home: .attached),
    ]
}
