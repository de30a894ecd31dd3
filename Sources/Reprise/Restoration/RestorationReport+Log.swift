import Logging

extension RestorationReport {
  /// Writes the report to a log: one line that sums up, and one for each thing that did not come
  /// back; names and reasons, never content.
  func log(to logger: Logger) {
    var restored = 0
    for entry in entries where entry.outcome == .restored { restored += 1 }
    logger.info("launched", metadata: ["restored": "\(restored)", "saved": "\(entries.count)"])
    for entry in entries where entry.outcome != .restored { logger.warning("\(entry)") }
    for remark in remarks { logger.warning("\(remark)") }
  }
}
