import Foundation
import Inventory
import Reprise
import Sync

/// The questions of alerts under stored names, so that alerts come back after a kill.
enum Question {
  static let showCode = AlertQuestion("household.show-code")

  static func privacy(ofItem item: UUID) -> AlertQuestion {
    AlertQuestion("item.privacy", ["item": item.uuidString])
  }

  static func privacy(ofPlace place: UUID) -> AlertQuestion {
    AlertQuestion("place.privacy", ["place": place.uuidString])
  }

  static func merge(_ thing: NamedThing, into target: NamedThing) -> AlertQuestion {
    AlertQuestion("thing.merge", ["thing": thing.stored, "into": target.stored])
  }

  static func delete(_ thing: NamedThing) -> AlertQuestion {
    AlertQuestion("thing.delete", ["thing": thing.stored])
  }

  static func purge(_ items: [UUID]) -> AlertQuestion {
    AlertQuestion("items.purge", ["items": items.map(\.digits).joined(separator: " ")])
  }

  static let emptyTrash = AlertQuestion("trash.empty")

  static func keepShown(of item: UUID) -> AlertQuestion {
    AlertQuestion("item.keep-shown", ["item": item.uuidString])
  }

  static func decide(_ value: RowConflict) -> AlertQuestion {
    AlertQuestion("conflict.resolve", ["value": value.id])
  }

  static func takeOwnSeal(of subject: SealedSubject, action: String) -> AlertQuestion {
    switch subject {
    case .item(let item):
      AlertQuestion("own-seal.take", ["item": item.uuidString, "action": action])
    case .place(let place):
      AlertQuestion("own-seal.take", ["place": place.uuidString, "action": action])
    }
  }

  static func replaceReport(_ path: String) -> AlertQuestion {
    AlertQuestion("report.replace", ["path": path])
  }

  static func reportWritten(_ message: String) -> AlertQuestion {
    AlertQuestion("report.written", ["message": message])
  }

  static func notOpened(_ reason: String, path: String) -> AlertQuestion {
    AlertQuestion("file.not-opened", ["reason": reason, "path": path])
  }
}

extension AppContext {
  /// Makes the alert of a question, first and after a kill; `nil` if its subject is gone.
  func alert(for question: AlertQuestion) -> AlertController? {
    let details = question.details
    let item = details["item"].flatMap(UUID.init)
    let place = details["place"].flatMap(UUID.init)
    let thing = details["thing"].flatMap(NamedThing.init(stored:))
    switch question.name {
    case "item.privacy": return item.flatMap(privacy.alert(ofItem:))
    case "place.privacy": return place.flatMap(privacy.alert(ofPlace:))
    case "thing.merge":
      guard let thing, let target = details["into"].flatMap(NamedThing.init(stored:)) else {
        return nil
      }
      return things.mergeAlert(of: thing, into: target)
    case "thing.delete": return thing.flatMap(things.deletionAlert(of:))
    case "items.purge":
      return purgeAlert(
        of: (details["items"] ?? "").split(separator: " ").compactMap {
          UUID(uuidString: String($0))
        })
    case "trash.empty": return emptyTrashAlert()
    case "item.keep-shown": return item.flatMap(conflicts.keepLocalAlert(of:))
    // Earlier states have the second name.
    case "conflict.resolve", "undecided.decide":
      return details["value"].flatMap(conflicts.resolutionAlert(ofValue:))
    case "own-seal.take":
      let subject = item.map(SealedSubject.item) ?? place.map(SealedSubject.place)
      return subject.flatMap { conflicts.ownSealAlert(of: $0, action: details["action"] ?? "") }
    case "file.not-opened":
      return attachments.notOpenedAlert(details["reason"] ?? "", path: details["path"] ?? "")
    case "report.written": return Self.reportWrittenAlert(details["message"] ?? "")
    default: return nil
    }
  }

  private static func reportWrittenAlert(_ message: String) -> AlertController {
    let alert = AlertController(title: "Report written", message: message)
    alert.addAction(.cancel("Close"))
    return alert
  }
}
