import Foundation
import Inventory
import Reprise

/// Chooses the kind of an attachment.
final class KindPickerViewController: PickerViewController, ViewControllerRestoration {
  private let context: AppContext
  private let attachment: UUID

  init(context: AppContext, attachment: UUID) {
    self.context = context
    self.attachment = attachment
    super.init()
    title = "Kind"
    restorationIdentifier = "kind picker"
    restorationClass = Self.self
    searchBar.textField.restorationIdentifier = "filter"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let uuid = coder.decodeString(forKey: "attachment").flatMap(UUID.init(uuidString:)),
      let found = try? context.attachments.stored.fetch(uuid)
    else { return nil }
    return KindPickerViewController(context: context, attachment: found.uuid)
  }

  private var stored: Attachment? {
    context.notices.attempt { try context.attachments.stored.fetch(attachment) } ?? nil
  }

  override func loadOptions() -> [Option] {
    AttachmentKind.allCases.map { Option(id: $0.rawValue, title: $0.word.capitalizedFirst) }
  }

  override var currentID: String? { stored?.kind.rawValue }

  override func choose(_ option: Option) -> Bool {
    guard var attachment = stored, let kind = AttachmentKind(rawValue: option.id) else {
      return true
    }
    attachment.kind = kind
    return context.changes.perform(.updateAttachment(attachment))
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(attachment.uuidString, forKey: "attachment")
  }
}
