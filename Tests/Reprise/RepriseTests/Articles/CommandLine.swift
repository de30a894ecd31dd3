import Foundation
import Reprise

@testable import preview

struct ShelfCommand {
  static func main(_ words: [String]) {
    switch words.first {
    case "list":
      for book in readBooks() { print(CellText(book.title).string) }
    case nil:
      ShelfApp.run()
    case "--session" where words.count == 2:
      ShelfApp.run(LaunchRequest(session: words[1]))
    default:
      fail(CommandFailure(status: .usage, message: "usage: shelf [list | --session NAME]"))
    }
  }

  static func fail(_ failure: CommandFailure) -> Never {
    FileHandle.standardError.write(Data("shelf: \(failure.message)\n".utf8))
    exit(failure.status.rawValue)
  }

  static func readBooks() -> [Book] { [] }
}
