import Foundation
import Reprise

/// Notes in a list: typing is stored as a draft before the screen shows it.
@main struct NotesApp: RepriseApp {
  let name = "notes"

  func register(in registry: inout RestorationRegistry) {
    registry.restore(NoteList.self, as: "list") { NoteList(store: $0.required()) }
    registry.restore(NoteForm.self, as: "form") { NoteForm(store: $0.required()) }
    registry.restore(Settings.self, as: "settings") { Settings(store: $0.required()) }
  }

  func makeScene(_ launch: Launch) throws -> Scene {
    let store = try NoteStore(directory: launch.directories.makeData())
    return Scene(environment: Environment(holding: store), root: root)
  }

  func root(_ application: Application) -> ViewController {
    NavigationController(rootViewController: NoteList(store: application.environment.required()))
  }
}

class NotesController: ViewController {
  let store: NoteStore

  init(store: NoteStore) {
    self.store = store
    super.init()
  }
}

final class NoteList: NotesController {
  private let table = TableView().named("table")
  private lazy var rows = TableViewDiffableDataSource<Note>(table) { [store] cell, note in
    cell.text = note.name.isEmpty ? "New note" : note.name
    cell.detailText = store.content.drafts[note.id] == nil ? "" : "✎"
  }

  override func loadView() -> View { table }

  override func viewDidLoad() { rows.didOpen = { [unowned self] in open($0.id) } }

  override func updateProperties() {
    rows.apply(store.rows)
    title = "Notes: \(store.content.notes.count)"
    window?.warning = store.warning
  }

  override var actions: [Action] { listActions }
  private lazy var listActions = [
    Action("note.new", "New", "n", for: self) { $0.open(UUID()) },
    Action("note.delete", "Delete", "x", for: self, enabled: { $0.rows.selectedItem != nil }) {
      $0.askToDelete()
    },
    Action("notes.export", "Export", "X", for: self) { $0.present(Export(store: $0.store)) },
    Action("notes.settings", "Settings", "s", for: self) { $0.present(Settings(store: $0.store)) },
  ]

  private func open(_ id: UUID) {
    let form = NoteForm(store: store)
    form.id = id
    present(form)
  }

  private func askToDelete() {
    guard let note = rows.selectedItem else { return }
    let alert = AlertController(title: "Delete “\(note.name)”?", message: "This can't be undone.")
    alert.addAction(
      Action("note.delete", "Delete", role: .destructive) { [store] in store.delete(note.id) })
    alert.addAction(.cancel())
    present(alert)
  }
}

final class NoteForm: NotesController {
  @Restorable("note") var id = UUID()
  private lazy var save = Action(
    "note.save", "Save", "^S", for: self, enabled: { !$0.store.draft(of: $0.id).name.isEmpty }
  ) {
    $0.store.save($0.id)
    $0.dismiss()
  }
  private lazy var close = Action.cancel("Close") { [unowned self] in dismiss() }

  override func loadView() -> View {
    let draft = Binding<Note>(
      get: { [unowned self] in store.draft(of: id) },
      set: { [unowned self] in store.content.drafts[id] = $0 })
    return Column(spacing: 1, padding: EdgeInsets(top: 1, left: 1, bottom: 0, right: 1)) {
      Field("Name", TextField(draft.name).named("name"))
      Field("About", TextView(draft.about).named("about")).length(.fill(1))
      Row {
        Button(save); Button(close)
      }
    }
  }

  override var actions: [Action] { [save, close] }

  override func updateProperties() {
    let name = store.draft(of: id).name
    title = name.isEmpty ? "New note" : name
  }
}

final class Settings: NotesController {
  override func loadView() -> View {
    title = "Settings"
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      Field("Sort by name", Switch(Binding(store, \.content.sortsByName)).named("sorted"))
    }
  }
}

/// Writes all notes to a text file in the background; a restart ends it.
final class Export: NotesController {
  private let bar = ProgressView(0)
  private var work: BackgroundOperation?

  override func loadView() -> View { Field("Exporting", bar) }

  override func viewDidAppear() {
    guard work == nil else { return }
    let (notes, file, bar) = (store.content.notes, store.directory + "/notes.txt", bar)
    work = window?.application?.perform(inBackground: { work in
      var text = ""
      for (index, note) in notes.enumerated() where !work.isCancelled {
        text += "\(note.name)\n\(note.about)\n\n"
        work.report { bar.progress = Double(index + 1) / Double(notes.count) }
      }
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    }) { [weak self] result in
      guard let self, let window else { return }
      presentingViewController?.dismiss()
      switch result {
      case .success: window.show(notice: "\(notes.count) notes are in notes.txt")
      case .failure(let error): window.show(problem: "The notes were not exported: \(error)")
      }
    }
  }
}
