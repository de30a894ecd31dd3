extension RestorationRegistry {
  /// Makes a registry that knows the kit's own types.
  public init() {
    self.init(empty: ())
    register(Window.self, as: "Window")
    register(View.self, as: "View")
    register(ScrollView.self, as: "ScrollView")
    register(TableView.self, as: "TableView")
    register(TableMarks.self, as: "reprise.table marks")
    register(OutlineView.self, as: "OutlineView")
    register(OutlineExpansion.self, as: "reprise.expanded items")
    register(TextField.self, as: "TextField")
    register(TextView.self, as: "TextView")
    register(Button.self, as: "Button")
    register(Switch.self, as: "Switch")
    register(Choice.self, as: "Choice")
    register(DisclosureGroup.self, as: "DisclosureGroup")
    register(DisclosureHeading.self, as: "DisclosureHeading")
    register(SegmentedControl.self, as: "SegmentedControl")
    register(ProgressView.self, as: "ProgressView")
    registerKitScenes()
    register(Application.self, as: "Application")
    register(InspectorViewController.self, as: "reprise.inspector")
    register(Palette.self, as: "reprise.palette")
    register(HelpViewController.self, as: "reprise.help")
    register(NoticesViewController.self, as: "reprise.notices")
    register(ProgramViewController.self, as: "reprise.program")
    register(NoticeList.self, as: "reprise.notice list")
  }

  /// Registers the kit's own controllers with factories, for storyboards.
  private mutating func registerKitScenes() {
    register(ViewController.self, as: "ViewController") { _ in ViewController() }
    register(NavigationController.self, as: Self.stackKey) { _ in NavigationController() }
    register(TabBarController.self, as: "TabBarController") { _ in TabBarController() }
    register(SplitViewController.self, as: "SplitViewController") { _ in SplitViewController() }
  }
}

extension Application {
  /// Makes an app, to be launched, that restores only the kit's own types.
  ///
  /// - Parameters:
  ///   - delegate: The app's own object; held strongly.
  ///   - device: The terminal.
  ///   - store: Stores the state.
  ///   - environment: The app's own things, for restoration classes.
  ///   - mainStoryboard: The storyboard to start from, and for restoring.
  ///   - version: The version of the app, saved with the state.
  public convenience init(
    delegate: any ApplicationDelegate, device: any TerminalDevice, store: StateStore,
    environment: Environment = Environment(), mainStoryboard: Storyboard? = nil,
    version: String = ""
  ) {
    self.init(
      delegate: delegate, device: device, store: store, registry: RestorationRegistry(),
      environment: environment, mainStoryboard: mainStoryboard, version: version)
  }
}
