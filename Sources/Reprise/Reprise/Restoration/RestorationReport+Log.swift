import Logging

extension RestorationReport {
  /// Logs the report: a summary, a line if the whole state was left out, and a line for each object
  /// that was.
  ///
  /// Names and reasons only, never content.
  func log(to logger: Logger) {
    var restored = 0
    for entry in entries where entry.outcome == .restored { restored += 1 }
    logger.info("launched", metadata: ["restored": "\(restored)", "saved": "\(entries.count)"])
    if wasRefused { logger.warning("the app did not want the saved state") }
    if let notice { logger.warning("\(([notice] + noticeDetails).joined(separator: "; "))") }
    if restored < entries.count {
      for (entry, line) in zip(entries, lines) where entry.outcome != .restored {
        logger.warning("\(line)")
      }
    }
    for remark in remarks { logger.warning("\(remark)") }
  }
}
