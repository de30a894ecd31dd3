import Foundation

nonisolated struct Song: Codable, Equatable {
  var id: String
  var title: String
}

/// The songs in the order that the user gave them, in one file that is written with every change.
final class Playlist {
  private let file: URL
  private(set) var songs: [Song] = [
    Song(id: "so-what", title: "So What"),
    Song(id: "freddie", title: "Freddie Freeloader"),
    Song(id: "blue", title: "Blue in Green"),
    Song(id: "all-blues", title: "All Blues"),
    Song(id: "flamenco", title: "Flamenco Sketches"),
  ]

  init(directory: String) throws {
    file = URL(filePath: directory + "/playlist.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    songs = try JSONDecoder().decode([Song].self, from: Data(contentsOf: file))
  }

  func move(from row: Int, to target: Int) throws {
    songs.insert(songs.remove(at: row), at: target)
    try write()
  }

  func sort() throws {
    songs.sort { $0.title < $1.title }
    try write()
  }

  private func write() throws {
    try JSONEncoder().encode(songs).write(to: file, options: .atomic)
  }
}
