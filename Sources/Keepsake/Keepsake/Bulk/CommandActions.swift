import Foundation
import Inventory
import Reprise

/// The actions of the person's own commands on one screen, made again when the preferences change.
final class CommandActions {
  private var commands: [CustomCommand] = []
  private var made: [Action] = []

  /// The actions for the commands of the preferences.
  func actions<Screen: ItemChoosing>(for screen: Screen) -> [Action] {
    let wanted = screen.context.preferences.personal.commands
    guard wanted != commands else { return made }
    commands = wanted
    made = wanted.map { command in
      Action(
        "command.\(command.name)", command.title, keys: command.key.map { [$0] } ?? [],
        isHinted: false,
        enabled: { [weak screen] in !command.needsItems || screen?.hasChosenItems == true }
      ) { [weak screen] in screen?.begin(command) }.unavailable("mark or select items")
    }
    return made
  }
}

extension ItemChoosing {
  /// Runs a command on the chosen items, after a question if it wants one or private items are among them.
  fileprivate func begin(_ command: CustomCommand) {
    guard let items = itemsForCommand(command) else { return }
    if command.asks || items.contains(where: \.isPrivate) {
      ask(AlertQuestion("command.run", ["command": command.name]))
    } else {
      run(command, on: items)
    }
  }

  /// The items that a command gets; `nil` if there are none or some can't be read, which has been reported.
  private func itemsForCommand(_ command: CustomCommand) -> [Item]? {
    guard command.needsItems else { return [] }
    guard allowsForMarked("passed to a command") else { return nil }
    let found = context.notices.attempt {
      try chosenItems.compactMap { try context.store.items.fetch($0) }
    }
    guard let items = found, !items.isEmpty else { return nil }
    guard let sealed = items.first(where: \.isMasked) else { return items }
    context.notices.warn(
      "Not run: “\(command.title)” would need an item that is \(context.privacy.whySealed(sealed.uuid))"
    )
    return nil
  }

  /// The alert that asks before a command runs; `nil` if it is another question, or the command is gone.
  func commandAlert(for question: AlertQuestion) -> AlertController? {
    guard question.name == "command.run",
      let command = context.preferences.personal.commands
        .first(where: { $0.name == question.details["command"] }),
      let items = itemsForCommand(command)
    else { return nil }
    let privateCount = items.count(where: \.isPrivate)
    let subject =
      items.isEmpty
      ? ""
      : " on \(items.count == 1 ? "“\(CellText(items[0].name, width: 40).string)”" : Figures.items(items.count))"
    let program = (command.arguments.first ?? "").split(separator: "/").last.map(String.init) ?? ""
    let warning =
      privateCount == 0
      ? nil
      : "\(Self.words(privateCount, of: items.count)) private. "
        + "\(command.usesShell ? "The command" : program) gets the decrypted text and may store or send it."
    let alert = AlertController(title: "Run “\(command.title)”\(subject)?", message: warning)
    alert.addAction(
      Action("command.run-now", "Run", "r") { [weak self] in self?.run(command, on: items) })
    alert.addAction(.cancel())
    return alert
  }

  /// `It is`, `They are` or `2 of them are`.
  private static func words(_ count: Int, of all: Int) -> String {
    if all == 1 { return "It is" }
    guard count < all else { return "They are" }
    return "\(Figures.count(count)) of them \(count == 1 ? "is" : "are")"
  }

  private func run(_ command: CustomCommand, on items: [Item]) {
    guard let steps = context.notices.attempt({ try self.steps(of: command, on: items) }) else {
      return
    }
    if command.usesTerminal {
      runInTerminal(steps[...], command)
    } else {
      present(ProgramViewController(title: command.title, steps: steps))
    }
  }

  // MARK: - Programs

  private func steps(
    of command: CustomCommand, on items: [Item]
  ) throws -> [ProgramViewController.Step] {
    guard command.isPerItem else {
      return [step(of: command, [:], input: try input(command, items))]
    }
    return try items.map { item in
      var step = step(
        of: command, try values(of: item, for: command), input: try input(command, [item]))
      if items.count > 1 { step.heading = "\(item.reference) \(item.name)" }
      return step
    }
  }

  private func step(
    of command: CustomCommand, _ values: [CustomCommand.Placeholder: String], input: Data
  ) -> ProgramViewController.Step {
    // Variables of Keepsake's own would change what its commands do when the program calls them.
    ProgramViewController.Step(
      program: Subprocess(
        command.arguments(values),
        environment: Subprocess.inheritedEnvironment(withoutPrefixes: ["KEEPSAKE_"]), input: input))
  }

  private func input(_ command: CustomCommand, _ items: [Item]) throws -> Data {
    guard command.sendsJSON else { return Data() }
    var bytes = Data()
    var lines = JSONLines { bytes.append(contentsOf: $0) }
    for item in items {
      try lines.add(
        JSONRecord(
          item: item, relations: try context.store.items.relations(of: item),
          currency: context.store.database.currency))
    }
    lines.flush()
    return bytes
  }

  private func values(
    of item: Item, for command: CustomCommand
  ) throws -> [CustomCommand.Placeholder: String] {
    var values: [CustomCommand.Placeholder: String] = [:]
    for placeholder in command.placeholders {
      values[placeholder] =
        switch placeholder {
        case .uuid: item.uuid.digits
        case .number: item.assetNumber.map(AssetNumber.text) ?? ""
        case .name: item.name
        case .serial: item.serialNumber
        case .place: try context.store.items.relations(of: item).placePath ?? ""
        case .path: try context.attachments.copyForProgram(ofItem: item.uuid) ?? ""
        }
    }
    return values
  }

  /// Gives the terminal to one program after the other, until one fails.
  private func runInTerminal(
    _ steps: ArraySlice<ProgramViewController.Step>, _ command: CustomCommand
  ) {
    guard let step = steps.first, let application = context.application else { return }
    do {
      try application.runInForeground(step.program) { [weak self] exit in
        guard let self else { return }
        guard exit.isSuccess else {
          return context.notices.show("“\(command.title)” \(exit)", kind: .warning)
        }
        runInTerminal(steps.dropFirst(), command)
      }
    } catch {
      context.notices.warn("“\(command.title)” was not started: \(error)")
    }
  }
}
