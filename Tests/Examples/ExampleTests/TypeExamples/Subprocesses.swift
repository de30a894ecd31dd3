import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct SubprocessExamples {
  @Test func outputOfAProgramIsRead() throws {
    var output = Data()
    let sort = Subprocess(["sort", "-u"], input: Data("b\na\n".utf8))
    let exit = try sort.run { bytes in output.append(bytes) }
    #expect(exit.isSuccess && output == Data("a\nb\n".utf8))
  }

  @Test func controlSequencesAreRemoved() {
    var output = ProgramOutput()
    output.append(Array("\u{1B}[31mred\u{1B}[0m\n".utf8))
    let text = output.takeNews()  // "red\n"
    #expect(text == "red\n")
  }

  @Test func aProgramRunsOnAScreen() throws {
    let pilot = try Pilot.showing { PrintScreen() }
    try pilot.press(.character("p"))
    #expect(pilot.screen.contains("not started") || pilot.screen.contains("ended"))
    #expect(pilot.screen.contains("Print label"))
  }

  @Test func aProgramGetsTheTerminal() throws {
    let pilot = try Pilot.showing { PagerScreen() }
    try pilot.press(.character("v"))
    #expect(pilot.terminal.isOpen)
  }
}

/// Prints a label.
private final class PrintScreen: ViewController {
  private let path = "/no/such/file"

  override var actions: [Action] {
    [Action("label.print", "Print", "p", for: self) { $0.printLabel() }]
  }

  private func printLabel() {
    let step = ProgramViewController.Step(program: Subprocess(["lpr", "-P", "labels", path]))
    present(ProgramViewController(title: "Print label", steps: [step]))
  }
}

/// Shows a file in a pager.
private final class PagerScreen: ViewController {
  private let path = "/etc/hostname"

  override var actions: [Action] {
    [Action("file.view", "View", "v", for: self) { $0.view(in: $0.window?.application) }]
  }

  private func view(in application: Application?) {
    guard let application else { return }
    let window = application.window
    do {
      try application.runInForeground(Subprocess(["less", path])) { exit in
        if !exit.isSuccess { window.show(notice: "less \(exit)") }
      }
    } catch {
      window.show(problem: "\(error)")
    }
  }
}

/// A note with a text that people edit in their own editor.
final class EditedNote: ViewController, TextViewDelegate {
  private let text = TextView()
  private let isSecret = true

  override func loadView() -> View { text }

  override func viewDidLoad() {
    text.restorationIdentifier = "note"
    text.externalFileExtension = "md"
    text.delegate = self
  }

  func textViewDidChange(_ textView: TextView) {}

  func textViewShouldEditExternally(_ textView: TextView) -> Bool {
    guard isSecret else { return true }
    ask(AlertQuestion("note.edit"))
    return false
  }

  override func alert(for question: AlertQuestion) -> AlertController? {
    guard question.name == "note.edit" else { return nil }
    let alert = AlertController(
      title: "Edit this secret note?", message: "Your editor may keep copies of it.")
    alert.addAction(
      Action("note.edit-now", "Edit", "e") { [weak text] in text?.editExternally() })
    alert.addAction(.cancel())
    return alert
  }
}
