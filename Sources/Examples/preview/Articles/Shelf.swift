import Foundation
import Observation
import Reprise

// This folder has the code of the articles in Reprise.docc; `ArticleTests` compares the two.

struct Book: Identifiable {
  let id: UUID
  var title: String
  var isRead = false
}

@Observable final class Shelf {
  var books: [Book] = []
}

struct ShelfApp: RepriseApp {
  let name = "shelf"

  func makeScene(_ launch: Launch) -> Scene {
    Scene(environment: Environment(holding: Shelf()), root: root)
  }

  func register(in registry: inout RestorationRegistry) {
    registry.restore(ShelfScreen.self, as: "shelf") { $0[Shelf.self].map(ShelfScreen.init) }
    registry.restore(BookScreen.self, as: "book") { $0[Shelf.self].map(BookScreen.init) }
  }

  func root(_ application: Application) -> ViewController {
    let shelf = application.environment[Shelf.self] ?? Shelf()
    return NavigationController(rootViewController: ShelfScreen(shelf: shelf))
  }
}
