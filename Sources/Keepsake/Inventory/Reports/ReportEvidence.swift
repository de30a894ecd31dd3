import Foundation
import GRDB
import Storage

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}

/// An attachment that proves ownership of an item.
struct ReportEvidence {
  let attachment: Attachment
  let condition: AttachmentCondition
  /// The decoder's verdict; whole until the decoder has run.
  var picture = PictureCondition.whole

  /// Whether the report can show it as a picture.
  var isPicture: Bool {
    attachment.isPicture && condition == .intact && !isTooLarge && damage == nil
  }

  /// Whether the report can show its pages.
  var isDocument: Bool { pages > 0 && condition == .intact }

  /// Whether the decoder has to look at it before the report shows it.
  var needsExamination: Bool {
    attachment.isShowable && condition == .intact && !isTooLarge
  }

  /// The number of pages of a document, as far as it can be shown; 0 for anything else.
  var pages: Int {
    if case .document(let pages) = picture, attachment.isDocument { pages } else { 0 }
  }

  /// Any other picture is decoded again, and then small enough.
  private var isTooLarge: Bool {
    attachment.isPortable && attachment.bytes > Self.largestPicture
  }

  private var damage: String? {
    switch picture {
    case .damaged(let reason): reason
    case .undecodable(let advice): advice.lowercasedFirst.trimmingSuffix(".")
    // A browser may still show a JPEG or PNG.
    case .unchecked(let reason): attachment.isPortable ? nil : reason
    case .whole, .document: nil
    }
  }

  /// A photo, another picture or a document that can't be shown, and why: `“pot.jpg” (file missing)`; `nil` for anything
  /// else.
  var unshown: String? {
    let isExpected =
      attachment.kind == .photo || attachment.isPicture
      || attachment.isDocument && (damage != nil || !condition.words.isEmpty)
    guard isExpected, !isPicture, !isDocument else { return nil }
    let reason =
      !condition.words.isEmpty
      ? condition.words
      : damage ?? (attachment.isPicture ? "too large" : PictureCondition.unknownFormat)
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
    if pages > 0 { parts.append("\(CountText.text(pages)) \(pages == 1 ? "page" : "pages")") }
    if !condition.words.isEmpty { parts.append(condition.words) }
    if let damage { parts.append(damage) }
    return parts.joined(separator: ", ")
  }
}
