import Logging

extension RestorationReport {
  /// Writes the report to a log: one line that sums up, one for what became of the state as a whole
  /// if that was not to come back, and one for each thing that did not; names and reasons, never
  /// content.
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
