import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The screens that Keepsake's storyboard describes.
@Suite struct StoryboardTests {
  private func tabs(of app: SampleApp) throws -> TabBarController {
    let root = app.pilot.application.window.rootViewController
    return try #require(root as? TabBarController)
  }

  @Test func theAppStartsFromItsStoryboard() throws {
    let app = try SampleApp()
    let tabs = try tabs(of: app)
    let roots = tabs.viewControllers.map { ($0 as? NavigationController)?.viewControllers.first }
    #expect(app.list is ItemsViewController)
    #expect(roots[1] is PlacesViewController)
    #expect(roots.last is ReportsViewController)
    let sides = try #require(app.split).children
    #expect(sides.count == 2)
    let made = [tabs, app.list] + roots.dropFirst() + tabs.children + sides
    #expect(made.allSatisfy { $0?.storyboard === tabs.storyboard && $0?.storyboard != nil })
  }

  @Test(arguments: ["n", "n<Tab><Tab><Enter>"])
  func presentedScreensAreCreatedAndRestoredFromTheStoryboard(keys: String) throws {
    let app = try SampleApp()
    try app.keys(keys)
    let before = app.pilot.screen
    try app.pilot.restartAndRestore()
    let presented = try #require(try tabs(of: app).presentedViewController)
    #expect(presented.storyboard != nil)
    #expect(presented.restorationClass == nil)
    #expect(app.pilot.screen == before)
  }

  @Test func aStackSavedBeforeTheStoryboardIsRestored() throws {
    let app = try SampleApp()
    let help = HelpViewController()
    help.restorationIdentifier = "help"
    help.restorationClass = HelpViewController.self
    let stack = NavigationController(rootViewController: help)
    stack.restorationIdentifier = "modal"
    stack.restorationClass = EarlierModalStack.self
    try tabs(of: app).present(stack)
    try app.keys("<Down>")
    let before = app.pilot.screen
    app.pilot.expectedRemarks = ["it got the saved one"]
    try app.pilot.restartAndRestore()
    let presented = try tabs(of: app).presentedViewController
    #expect(presented?.children.first is HelpViewController)
    #expect(app.pilot.screen == before)
  }
}
