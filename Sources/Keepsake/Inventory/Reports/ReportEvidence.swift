import Foundation
import GRDB
import Storage

/// An attachment that proves ownership of an item.
struct ReportEvidence {
  let attachment: Attachment
  let condition: AttachmentCondition
  /// The decoder's verdict; whole until the decoder has run.
  var picture = PictureCondition.whole

  /// Whether the report can show it as a picture.
  var isPicture: Bool {
    attachment.isPicture && condition == .intact && attachment.bytes <= Self.largestPicture
      && damage == nil
  }

  private var damage: String? {
    if case .damaged(let reason) = picture { reason } else { nil }
  }

  /// A photo or another picture that can't be shown, and why: `“pot.jpg” (file missing)`; `nil` for anything else.
  var unshownPhoto: String? {
    guard attachment.kind == .photo || attachment.isPicture, !isPicture else { return nil }
    let reason =
      !condition.words.isEmpty
      ? condition.words : damage ?? (attachment.isPicture ? "too large" : "not a JPEG or PNG")
    return "“\(attachment.name)” (\(reason))"
  }

  /// The size in bytes above which a picture is listed but not shown.
  static let largestPicture: Int64 = 32 << 20

  /// The evidence of an item in order, each file checked.
  static func all(
    _ db: Database, of item: Int64, in store: AttachmentStore
  ) throws -> [ReportEvidence] {
    guard try db.hasTable("attachment") else { return [] }
    return try StoredAttachment.all(db, of: item).map { stored in
      let glance = store.condition(of: stored.attachment, thoroughly: false)
      let condition =
        glance == .doubtful ? store.condition(of: stored.attachment, thoroughly: true) : glance
      return ReportEvidence(attachment: stored.attachment, condition: condition)
    }
  }

  /// `Photo: IMG_1.jpg, 2.3 MB, 4000 × 3000`.
  var text: String {
    let kind = attachment.kind.word
    var parts = [
      "\(kind.prefix(1).uppercased())\(kind.dropFirst()): \(attachment.name)",
      SizeText.text(attachment.bytes),
    ]
    if let width = attachment.width, let height = attachment.height {
      parts.append("\(width) × \(height)")
    }
    if !condition.words.isEmpty { parts.append(condition.words) }
    if let damage { parts.append(damage) }
    return parts.joined(separator: ", ")
  }
}

/// Whether a picture can be shown, as the program that decodes it reports.
public enum PictureCondition: Hashable, Sendable {
  /// It can be shown.
  case whole
  /// It can't be shown, and why: `damaged or cut short`.
  case damaged(String)
  /// No program could check it, and why: `reprise-pictures is missing`.
  case unchecked(String)
}
