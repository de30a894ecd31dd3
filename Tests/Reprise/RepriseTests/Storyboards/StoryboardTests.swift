import Foundation
import Reprise
import Testing

/// Scenes become controllers.
@Suite struct StoryboardTests {
  @Test func initialSceneIncludesItsInnerScenes() throws {
    let root = try Scenes.storyboard().instantiateInitialViewController()
    let tabs = try #require(root as? TabBarController)
    #expect(tabs.restorationIdentifier == "tabs")
    #expect(tabs.viewControllers.map(\.tabBarItem.title) == ["The \"left\" side", "Right"])
    let left = try #require(tabs.viewControllers.first as? NavigationController)
    let page = try #require(left.topViewController as? Scenes.Page)
    #expect(page.word == "fresh")
    #expect(page.title == "Первая")
  }

  /// Some editors begin a file with a mark that says how it is encoded.
  @Test func aByteOrderMarkIsPassedOver() throws {
    let marked = try Scenes.storyboard("\u{FEFF}" + Scenes.text)
    let root = try #require(marked.instantiateInitialViewController() as? TabBarController)
    #expect(root.restorationIdentifier == "tabs")
    // The mark counts as no column of the first line.
    func problem(_ text: String) -> String {
      do {
        _ = try Scenes.storyboard(text)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(problem("\u{FEFF}xyz") == problem("xyz"))
    #expect(problem("xyz").contains(":1:1:"))
  }

  @Test func eachCallMakesANewScene() throws {
    let storyboard = try Scenes.storyboard()
    let first = storyboard.instantiateViewController(withIdentifier: "sheet")
    let second = storyboard.instantiateViewController(withIdentifier: "sheet")
    #expect(first?.modalPresentationStyle == .fullScreen)
    #expect(first !== second)
  }

  @Test func controllersKnowTheirStoryboard() throws {
    let storyboard = try Scenes.storyboard()
    let sheet = storyboard.instantiateViewController(withIdentifier: "sheet")
    #expect(sheet?.storyboard === storyboard)
    #expect(sheet?.children.first?.storyboard === storyboard)
    #expect(ViewController().storyboard == nil)
  }

  @Test func unknownSceneIsNil() throws {
    #expect(try Scenes.storyboard().instantiateViewController(withIdentifier: "attic") == nil)
  }

  @Test func aSceneWhoseFactoryMakesNothingIsLeftOut() throws {
    let storyboard = try Scenes.storyboard(environment: Environment())
    #expect(storyboard.instantiateViewController(withIdentifier: "first") == nil)
    #expect(storyboard.instantiateViewController(withIdentifier: "left")?.children.count == 0)
  }

  @Test func creatorMakesScenesWithExtraDependencies() throws {
    let storyboard = try Scenes.storyboard()
    let page = storyboard.instantiateViewController(withIdentifier: "first") {
      Scenes.Page(word: "made")
    }
    #expect(page?.word == "made")
    #expect(page?.title == "Первая")
  }

  @Test func aCreatorOfAnotherClassIsRefused() throws {
    let made = try Scenes.storyboard().instantiateViewController(withIdentifier: "first") {
      ViewController()
    }
    #expect(made == nil)
  }

  @Test func aFileIsReadUnderItsName() throws {
    let path = NSTemporaryDirectory() + "shelf-\(UUID().uuidString).storyboard"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Scenes.text.utf8).write(to: URL(fileURLWithPath: path))
    let storyboard = try Storyboard(
      contentsOfFile: path, registry: Scenes.registry, environment: Scenes.environment)
    #expect("\(storyboard.name).storyboard" == path.split(separator: "/").last.map(String.init))
    #expect(storyboard.instantiateInitialViewController() is TabBarController)
    // It is a copy from then on.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(!open.contains { $0.hasSuffix(path) }, "the file is closed")
  }

  @Test(arguments: ["/nowhere/main.storyboard", "/tmp", "/dev/zero"])
  func nonRegularFileIsRefused(_ path: String) throws {
    let error = #expect(throws: StoryboardError.self) {
      try Storyboard(contentsOfFile: path, registry: Scenes.registry)
    }
    #expect(error?.description.hasPrefix("\(path): the storyboard cannot be read: ") == true)
  }
}
