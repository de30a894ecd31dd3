import Foundation

/// Quarantines unusable state, and reports where it lies.
extension StateStore {
  func putAside(because reason: String, inFull details: String? = nil) throws {
    guard let place = try session?.quarantine() else { return }
    noteAside(place, because: reason, inFull: details ?? reason)
  }

  /// Quarantines unusable state, with the previous generation if that has the same key.
  func putAside(because error: StateError, _ keys: any KeyProvider) throws {
    guard case .locked = error else {
      return try putAside(because: error.summary, inFull: "\(error)")
    }
    guard let place = try session?.quarantine(withGeneration: true) else { return }
    let isDamaged = keys.damagedFile != nil
    noteAside(
      place, because: isDamaged ? "the key file was damaged" : error.summary, inFull: "\(error)")
  }

  /// Reports a damaged key file, and where it lies now.
  func noteDamagedKey(of keys: any KeyProvider) {
    guard let file = keys.damagedFile else { return }
    let place = PrivateFile.short(file)
    if notice == nil { notice = "The key file was damaged and is kept as \(place)" }
    noticeDetails.append("the key file was damaged; it lies in \(place)")
  }

  /// Reports where an old state lies: in one line that fits 80 columns, and in full.
  func noteAside(_ place: String, because reason: String, inFull details: String) {
    noteAside(URL(fileURLWithPath: place).deletingLastPathComponent().path, because: reason)
    noticeDetails = [PrivateFile.short(place), details]
  }

  /// Reports the directory of an old state.
  func noteAside(_ directory: String, because reason: String) {
    notice = "Old state kept in \(PrivateFile.short(directory)): \(reason)"
    noticeDetails = [reason]
  }
}
