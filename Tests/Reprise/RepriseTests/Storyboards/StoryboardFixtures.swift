import Reprise

/// The parts of these tests' storyboards.
enum Scenes {
  /// A screen that keeps a word, and is made by a factory from the environment.
  final class Page: ViewController {
    var word: String {
      didSet {
        label.text = word
        setNeedsPreservation()
      }
    }

    private let label: Label

    init(word: String) {
      self.word = word
      label = Label(word)
      super.init()
    }

    override func loadView() -> View { label }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(word, forKey: "word")
    }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      word = coder.decodeString(forKey: "word") ?? word
    }
  }

  /// The objects that the factories take from the environment.
  final class Words {
    var first = "fresh"
  }

  static var registry: RestorationRegistry {
    var registry = RestorationRegistry()
    registry.register(Page.self, as: "page") { environment in
      environment[Words.self].map { Page(word: $0.first) }
    }
    registry.register(NoteViewController.self, as: "note")
    return registry
  }

  static var environment: Environment {
    var environment = Environment()
    environment[Words.self] = Words()
    return environment
  }

  /// Two tabs with a stack each, and a stack to be presented.
  static let text = """
    storyboard 1

    # What comes first.
    initial tabs

    scene tabs
      class TabBarController
      restoration-identifier tabs
      tabs left right

    scene left
      class NavigationController
      restoration-identifier left
      tab-title "The \\"left\\" side"
      root first

    scene first
      class page
      restoration-identifier page
      title Первая

    scene right  # without a root
      class NavigationController
      restoration-identifier right
      tab-title Right

    scene sheet
      class NavigationController
      restoration-identifier sheet
      presentation full-screen
      root second

    scene second
      class page
      restoration-identifier page

    scene note
      class note
    """

  static func storyboard(
    _ text: String = Scenes.text, environment: Environment = Scenes.environment
  ) throws(StoryboardError) -> Storyboard {
    try Storyboard(
      name: "main", text: Array(text.utf8), registry: registry, environment: environment)
  }
}
