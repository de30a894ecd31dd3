import Reprise
import Testing

@Suite @MainActor struct StoryboardExamples {
  final class ItemList: ViewController {}

  private let text = """
    storyboard 1
    initial tabs

    scene tabs
      class TabBarController
      restoration-identifier tabs
      tabs items-stack

    scene items-stack
      class NavigationController
      restoration-identifier Items
      tab-title Items
      root items

    scene items
      class items
    """

  private var registry: RestorationRegistry {
    var registry = RestorationRegistry()
    registry.restore(ItemList.self, as: "items") { _ in ItemList() }
    return registry
  }

  @Test func screensAreMadeFromText() throws {
    let storyboard = try Storyboard(name: "main", text: Array(text.utf8), registry: registry)
    let tabs = storyboard.instantiateInitialViewController() as? TabBarController
    #expect(tabs?.viewControllers.first is NavigationController)
    #expect(storyboard.instantiateViewController(withIdentifier: "items") is ItemList)
  }

  @Test func aMistakeIsNamedWithItsLine() {
    func mistake(in text: String) -> String? {
      do throws(StoryboardError) {
        _ = try Storyboard(name: "main", text: Array(text.utf8), registry: registry)
        return nil
      } catch {
        return "line \(error.line ?? 0): \(error.reason)"
      }
    }
    let found = mistake(in: text.replacing("root items", with: "root atoms"))
    #expect(found?.hasPrefix("line 13: ") == true, "\(found ?? "no mistake")")
  }
}
