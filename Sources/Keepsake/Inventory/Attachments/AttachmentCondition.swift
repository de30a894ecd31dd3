import Foundation

/// Whether the file of an attachment is what was stored.
public enum AttachmentCondition: String, Hashable, Codable, Sendable {
  /// The file is as it was stored.
  case intact
  /// The size is right but the modification time is not: only the digest can tell.
  case doubtful
  /// The file does not exist.
  case missing
  /// The content differs, or cannot be read.
  case altered

  /// Whether there is nothing that could be shown.
  public var isIncomplete: Bool { self == .missing || self == .altered }

  /// The words for a line, such as `missing`; empty for an intact file.
  public var words: String {
    switch self {
    case .intact, .doubtful: ""
    case .missing: "file missing"
    case .altered: "file altered"
    }
  }
}

extension AttachmentDirectory {
  /// Checks the file of an attachment.
  ///
  /// - Parameter thoroughly: Whether to read the file and take its digest; otherwise size and modification
  ///   time decide.
  func condition(
    of attachment: Attachment, thoroughly: Bool
  ) -> AttachmentCondition {
    let file: Int32
    do throws(InventoryError) {
      guard let opened = try openContent(attachment.sha256) else { return .missing }
      file = opened
    } catch {
      return .altered
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, Int64(status.st_size) == attachment.bytes else {
      return .altered
    }
    let isSealed = AttachmentSeal.isOn(status, sha256: attachment.sha256)
    guard thoroughly else { return isSealed ? .intact : .doubtful }
    let digest = try? FileBytes.digest(of: file, path: path(of: attachment.sha256))
    guard digest?.text == attachment.sha256 else { return .altered }
    if !isSealed { AttachmentSeal.put(on: file, sha256: attachment.sha256) }
    return .intact
  }
}
