import Reprise
import RepriseMedia

/// Registers the screens that are restored, each under its key in state files and in the storyboard.
///
/// The keys are part of the file format: a class may be renamed, its key may not.
enum Screens {
  /// Registers all of them.
  static func register(in registry: inout RestorationRegistry) {
    registry.registerMedia()
    registry.register(ItemsViewController.self, as: "items") { environment in
      environment[AppContext.self].map(ItemsViewController.init(context:))
    }
    registry.register(ItemsSplitViewController.self, as: "items split") { environment in
      environment[AppContext.self].map(ItemsSplitViewController.init(context:))
    }
    registry.register(ItemDetailViewController.self, as: "item")
    registry.register(PlacesViewController.self, as: "places") { environment in
      environment[AppContext.self].map { PlacesViewController(context: $0, level: .top) }
    }
    registry.register(ReportsViewController.self, as: "reports") { environment in
      environment[AppContext.self].map(ReportsViewController.init(context:))
    }
    registry.register(ScopeViewController.self, as: "scope")
    registry.register(ItemFormViewController.self, as: "item form")
    registry.register(CategoryPickerViewController.self, as: "category picker")
    registry.register(PlacePickerViewController.self, as: "place picker")
    registry.register(MovePickerViewController.self, as: "move picker")
    registry.register(TagPickerViewController.self, as: "tag picker")
    registry.register(LendViewController.self, as: "lend")
    registry.register(BulkFormViewController.self, as: "bulk form")
    registry.register(TrashPlaceViewController.self, as: "trash place")
    registry.register(NameViewController.self, as: "name")
    registry.register(PlaceNotesViewController.self, as: "place-notes")
    registry.register(TargetPickerViewController.self, as: "target picker")
    registry.register(AttachmentsViewController.self, as: "attachments")
    registry.register(ContactSheetViewController.self, as: "contact sheet")
    registry.register(KindPickerViewController.self, as: "kind picker")
    registry.register(AttachBrowser.self, as: "attach")
    registry.register(HistoryViewController.self, as: "history") { environment in
      environment[AppContext.self].map { HistoryViewController(context: $0) }
    }
    registry.register(DueViewController.self, as: "due") { environment in
      environment[AppContext.self].map(DueViewController.init(context:))
    }
    registry.register(ViewsViewController.self, as: "views") { environment in
      environment[AppContext.self].map(ViewsViewController.init(context:))
    }
    registry.register(SaveViewController.self, as: "save view")
    registry.register(CompleteMaintenanceViewController.self, as: "complete maintenance")
    registry.register(TrashedPlacesViewController.self, as: "trashed places") { environment in
      environment[AppContext.self].map(TrashedPlacesViewController.init(context:))
    }
    registry.restore(HouseholdViewController.self, as: "household") {
      HouseholdViewController(context: $0.required())
    }
    registry.restore(JoinViewController.self, as: "join") {
      let context: AppContext = $0.required()
      // It is over where the inventory joined before the program was killed.
      return context.store.database.isInHousehold ? nil : JoinViewController(context: context)
    }
    registry.restore(LogInViewController.self, as: "log in") {
      LogInViewController(context: $0.required())
    }
    registry.restore(PolicyViewController.self, as: "policy") {
      PolicyViewController(context: $0.required())
    }
    registry.restore(ReportViewController.self, as: "report") {
      ReportViewController(context: $0.required())
    }
    registerImport(in: &registry)
    registry.register(HelpViewController.self, as: "help") { _ in HelpViewController() }
    registry.register(ListedItems.self, as: "listed items")
    registry.register(DetailView.self, as: "item detail view")
    registry.register(ScrollView.self, as: "form view")
    // One of its fields has the former name, too.
    registry.rename(identifier: "policy", to: "policy-form", of: "form view")
    registry.register(Choice.self, as: "choice")
    registry.register(restorationClass: EarlierModalStack.self, as: "modal stack")
  }

  /// Registers the steps of an import.
  private static func registerImport(in registry: inout RestorationRegistry) {
    registry.restore(ImportBrowser.self, as: "import") { ImportBrowser(context: $0.required()) }
    registry.restore(ImportFormatViewController.self, as: "import format") {
      ImportFormatViewController(context: $0.required())
    }
    registry.restore(ImportColumnsViewController.self, as: "import columns") {
      ImportColumnsViewController(context: $0.required())
    }
    registry.register(ImportTargetPicker.self, as: "import target")
    registry.restore(ImportPlanViewController.self, as: "import plan") {
      ImportPlanViewController(context: $0.required())
    }
    registry.register(ImportRowsViewController.self, as: "import rows")
    registry.restore(ImportResultViewController.self, as: "import result") {
      ImportResultViewController(context: $0.required())
    }
  }

  /// Makes the app for open data and a saved state, to be drawn without a terminal.
  ///
  /// - Throws: ``StoryboardError`` if the storyboard is invalid.
  static func makeApplication(
    context: AppContext, device: HeadlessTerminal, state: StateStore, version: String
  ) throws -> Application {
    try KeepsakeApp(context: context, version: version)
      .makeApplication(device: device, store: state, home: context.store.database.directory)
  }
}

/// Restores the presented stacks of states from before there was a storyboard.
enum EarlierModalStack: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    coder.environment[AppContext.self]?.navigator.makeStack(.form)
  }
}
