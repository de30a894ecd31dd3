import Foundation
import Reprise

/// Songs in an order of your own: a data source written by hand, as in UIKit.
@main struct PlaylistApp: RepriseApp {
  let name = "playlist"

  func register(in registry: inout RestorationRegistry) {
    registry.restore(SongList.self, as: "songs") { SongList(playlist: $0.required()) }
  }

  func makeScene(_ launch: Launch) throws -> Scene {
    let playlist = try Playlist(directory: launch.directories.makeData())
    return Scene(environment: Environment(holding: playlist), root: root)
  }

  func root(_ application: Application) -> ViewController {
    NavigationController(rootViewController: SongList(playlist: application.environment.required()))
  }
}

final class SongList: ViewController {
  private let playlist: Playlist
  private let table = TableView().named("table")

  init(playlist: Playlist) {
    self.playlist = playlist
    super.init()
  }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    table.dataSource = self
    table.delegate = self
  }

  override func setEditing(_ editing: Bool) {
    super.setEditing(editing)
    table.isEditing = editing
  }

  override var actions: [Action] { songActions }
  private lazy var songActions = [
    Action("songs.edit", "Edit", "E", for: self) { $0.setEditing(!$0.isEditing) },
    Action("songs.sort", "Sort by title", "s", for: self) { list in
      list.change { try $0.sort() }
      list.table.reloadData()
    },
  ]

  private func change(_ body: (Playlist) throws -> Void) {
    do { try body(playlist) } catch { window?.show(problem: "The order was not saved: \(error)") }
  }
}

extension SongList: TableViewDataSource {
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    playlist.songs.count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.text = playlist.songs[indexPath.row].title
    return cell
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  func tableView(_ tableView: TableView, moveRowAt indexPath: IndexPath, to target: IndexPath) {
    change { try $0.move(from: indexPath.row, to: target.row) }
  }
}

extension SongList: DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    playlist.songs.indices.contains(indexPath.row) ? playlist.songs[indexPath.row].id : nil
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    playlist.songs.firstIndex { $0.id == identifier }.map { IndexPath(row: $0, section: 0) }
  }
}

extension SongList: TableViewDelegate {
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {}

  /// Names the selected song in the bar.
  func tableViewDidMove(_ tableView: TableView) {
    guard let path = tableView.indexPathForSelectedRow else { return }
    title = "♪ \(playlist.songs[path.row].title)"
  }
}
