import Reprise

@testable import hello
@testable import notes
@testable import playlist
@testable import preview

/// All screens with pictures: those of `swift run preview`, and the examples'.
@MainActor enum ShownScreens {
  static let all = Screens.all + examples

  private static let notes = Size(width: 60, height: 12)

  private static let playlist = Size(width: 48, height: 10)

  private static let examples = [
    Preview("hello", of: HelloApp.self, size: Size(width: 72, height: 10), keys: "Ada<Left>"),
    Preview("notes", of: NotesApp.self, size: notes, keys: "nMilk<Tab>two bottles<^S>n"),
    Preview("notes-list", of: NotesApp.self, size: notes, keys: "nMilk<^S>nTea<Esc>"),
    Preview("notes-question", of: NotesApp.self, size: notes, keys: "nMilk<^S>x"),
    Preview("playlist", of: PlaylistApp.self, size: playlist, keys: "<Down>"),
    Preview("playlist-sorted", of: PlaylistApp.self, size: playlist, keys: "<Down>s"),
    Preview("playlist-moving", of: PlaylistApp.self, size: playlist, keys: "E<Down>J"),
    Preview("notes-settings", of: NotesApp.self, size: notes, keys: "s "),
  ]
}
