import Foundation
import Inventory
import Reprise

/// The first step of an import: chooses the file.
final class ImportBrowser: FileBrowserViewController {
  private let context: AppContext

  init(context: AppContext) {
    self.context = context
    super.init(directory: context.imports.directory)
    navigationItem.title = "Import: choose a file"
  }

  /// Presents the wizard over the screen in front, unless it is there already.
  static func present(in context: AppContext) {
    guard let front = context.application?.window.frontController,
      !(front is ImportBrowser), !(front is ImportStepController)
    else { return }
    context.navigator.present(ImportBrowser(context: context), in: .form, over: front)
  }

  private static let endings = ["csv", "tsv", "txt", "xlsx", "zip"]

  override func lists(_ entry: DirectoryEntry) -> Bool {
    Self.endings.contains((entry.name as NSString).pathExtension.lowercased())
  }

  override func problem(with path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
    guard status.st_size > 0 else { return "it is empty" }
    return access(path, R_OK) == 0 ? nil : String(cString: strerror(errno))
  }

  override func choose(_ paths: [String]) -> Bool {
    guard paths.count == 1, let path = paths.first else {
      context.notices.warn("Choose one file at a time")
      return false
    }
    context.imports.begin(with: path, over: self) { [weak self] in
      guard let self, let reading = context.imports.reading else { return }
      navigationController?.push(
        reading.isFixed
          ? ImportPlanViewController(context: context)
          : ImportFormatViewController(context: context))
    }
    return false
  }

  override func didMove(to directory: String) { context.imports.didBrowse(directory) }
}
