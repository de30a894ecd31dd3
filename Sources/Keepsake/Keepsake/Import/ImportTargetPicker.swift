import Foundation
import Inventory
import Reprise

/// Chooses the field that a column of the file becomes.
final class ImportTargetPicker: PickerViewController, ViewControllerRestoration {
  private let context: AppContext
  private let column: Int
  /// The name of the column.
  private let name: String

  /// - Parameters:
  ///   - column: The index of the column.
  ///   - name: Its name in the header.
  init(context: AppContext, column: Int, name: String) {
    self.context = context
    self.column = column
    self.name = name
    super.init()
    title = name.isEmpty ? "Column \(column + 1)" : CellText(name, width: 40).string
    restorationIdentifier = "import target"
    restorationClass = Self.self
    searchBar.textField.restorationIdentifier = "filter"
    searchBar.placeholder = "type to narrow, or the name of a custom field"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    guard let context = coder.environment[AppContext.self],
      let column = coder.decodeInt(forKey: "column"), column >= 0
    else { return nil }
    return ImportTargetPicker(
      context: context, column: column, name: coder.decodeString(forKey: "name") ?? "")
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(column, forKey: "column")
    coder.encode(name, forKey: "name")
  }

  override func loadOptions() -> [Option] {
    let own = ImportTarget(text: ImportTarget.custom(name).text)
    let targets =
      ImportTarget.fields.map { ImportTarget.field($0) } + [.identity, .currency]
      + [own].compactMap(\.self) + [.ignored]
    return targets.map { Option(id: $0.text, title: $0.words.capitalizedFirst) }
  }

  override var currentID: String? {
    let targets = context.imports.reading?.targets ?? []
    return targets.indices.contains(column) ? targets[column] : nil
  }

  override func newOption(from text: String) -> Option? {
    let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !typed.isEmpty, existingOption(for: text) == nil,
      let target = ImportTarget(text: ImportTarget.custom(typed).text)
    else { return nil }
    return Option(id: target.text, title: "+ \(target.words)")
  }

  override func choose(_ option: Option) -> Bool {
    guard var targets = context.imports.reading?.targets, targets.indices.contains(column) else {
      return true
    }
    targets[column] = option.id
    context.imports.change(over: self) { $0.targets = targets }
    return true
  }
}
