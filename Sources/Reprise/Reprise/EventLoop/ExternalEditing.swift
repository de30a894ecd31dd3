import Foundation
import Terminal

/// Edits texts of the app in the person's editor, and takes over what the editor wrote.
///
/// The text view remembers the file until its text was taken over, also in the saved state: after a kill the next
/// launch takes it over, once the editor has ended.
package final class ExternalEditing {
  private unowned let app: Application

  /// The directory for the files; `nil` if texts can't be edited externally.
  var directory: String?

  /// The environment of the editor.
  var environment: () -> [String: String] = { Subprocess.inheritedEnvironment() }

  init(of app: Application) {
    self.app = app
  }

  /// Opens the editor with a text.
  func begin(_ view: any ExternallyEdited) {
    guard let directory, !app.lifeCycle.foregroundProgram.isRunning else { return }
    let former = view.text
    do {
      let file = try EditedFile(
        former, titled: view.restorationIdentifier ?? "text",
        fileExtension: view.externalFileExtension, in: directory)
      do {
        let editor = try ExternalEditor.program(for: file.path, environment: environment())
        view.externalEdit = file.name
        try app.lifeCycle.foregroundProgram.run(
          editor, didStart: { file.noteEditor($0) }
        ) { [weak self, weak view] exit in
          if let view { self?.editorDidEnd(exit, file, former, view) }
        }
      } catch {
        view.externalEdit = nil
        file.remove()
        throw error
      }
    } catch let failure as EditedFile.Failure {
      report(failure.words)
    } catch {
      report("\(error)")
    }
  }

  private func editorDidEnd(
    _ exit: Subprocess.Exit, _ file: EditedFile, _ former: String, _ view: any ExternallyEdited
  ) {
    guard !exit.isSuccess else { return takeOver(file, former: former, into: view) }
    // The person gave up, or the editor was killed in the middle of its work.
    let written = try? file.read(former: former, limit: Self.limit(for: view))
    let isKept = written != former
    finish(file, of: view, isKept: isKept)
    report(
      "The editor \(exit), so the text is unchanged"
        + (isKept ? "; the editor’s is in \(file.path)" : ""))
  }

  /// Takes over the text of an editor that outlived the app.
  func recover(_ view: any ExternallyEdited) {
    guard let name = view.externalEdit, let directory,
      let file = EditedFile(base: directory, name: name)
    else {
      view.externalEdit = nil
      return
    }
    if file.isOpen {
      app.window.show(notice: "Your editor still has this text open; it returns when you close it")
    }
    app.perform(inBackground: { work in file.waitForEditor { work.isCancelled } }) {
      [weak self, weak view] result in
      guard let self, let view, (try? result.get()) == true else { return }
      takeOver(file, former: view.text, into: view, isRecovery: true)
    }
  }

  // MARK: - Taking over

  /// The most bytes to read for a view: its longest text in letters of four bytes.
  private static func limit(for view: any ExternallyEdited) -> Int {
    min(view.maximumLength, 4 << 20) * 4
  }

  private func takeOver(
    _ file: EditedFile, former: String, into view: any ExternallyEdited, isRecovery: Bool = false
  ) {
    do throws(EditedFile.Failure) {
      let text = view.usableText(
        try file.read(former: former, limit: Self.limit(for: view)))
      guard text.count <= view.maximumLength else {
        throw EditedFile.Failure(
          words: "The editor’s text has \(text.count) characters, but only \(view.maximumLength) "
            + "fit, so nothing changed; it is in \(file.path)")
      }
      if text != view.usableText(view.text) {
        view.replaceText(with: text)
        if isRecovery {
          app.window.show(notice: "Your editor’s text is back; ^_ undoes the change")
        }
      }
      finish(file, of: view, isKept: false)
    } catch {
      finish(file, of: view, isKept: true)
      report(error.words)
    }
  }

  /// Stores the result, then removes the file: a kill in between leaves the file, never a gap.
  private func finish(_ file: EditedFile, of view: any ExternallyEdited, isKept: Bool) {
    view.externalEdit = nil
    app.eventLoop.commit()
    if isKept { file.keep() } else { file.remove() }
  }

  private func report(_ text: String) { app.window.show(notice: text, kind: .warning) }
}

extension Application {
  /// The directory in which texts are edited with the person's own editor (`^X ^E` in a ``TextField`` or ``TextView``);
  /// `nil` to offer no editor.
  ///
  /// It is made with mode 0700. A ``RepriseApp`` has one below its ``AppDirectories/data``.
  public var externalEditorDirectory: String? {
    get { externalEditing.directory }
    set { externalEditing.directory = newValue }
  }

  /// The environment of the editor, which also names it in `VISUAL` or `EDITOR`; by default that of the app without
  /// the variables of the kit, and in a ``RepriseApp`` without those that start with its name.
  public var externalEditorEnvironment: () -> [String: String] {
    get { externalEditing.environment }
    set { externalEditing.environment = newValue }
  }

  var offersExternalEditor: Bool { externalEditing.directory != nil }

  func editExternally(_ text: any ExternallyEdited) { externalEditing.begin(text) }

  func recoverExternalEdit(of text: any ExternallyEdited) { externalEditing.recover(text) }
}
