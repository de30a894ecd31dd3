import Logging

/// The outcome of restoring each saved object at a launch.
///
/// ```swift
/// let report: RestorationReport = pilot.application.restorationReport
/// let lost = report.entries.filter { $0.outcome == .notDecoded }
/// ```
public struct RestorationReport {
  /// The outcome for one object.
  public enum Outcome: Hashable, Sendable {
    /// Found or made, and decoded.
    case restored
    /// Found or made, but of another type than the saved one, so not decoded (contract 3.7).
    case notDecoded
    /// Left out, for this reason.
    case skipped(String)
    /// Left out for this reason, but kept in the state for a version of the app that knows it.
    case kept(String)
  }

  /// One saved object.
  public struct Entry: CustomStringConvertible {
    /// The restoration identifiers from the root down to the object.
    public var path: [String]

    /// The outcome for the object.
    public var outcome: Outcome

    /// The same entry, with a number after the last identifier.
    fileprivate func numbered(_ number: Int) -> Entry {
      var entry = self
      if let last = path.last { entry.path[path.count - 1] = "\(last)[\(number)]" }
      return entry
    }

    /// A line in English: `Items/item: skipped, its restoration class returned nothing`.
    public var description: String {
      let name = path.isEmpty ? "window" : path.joined(separator: "/")
      return switch outcome {
      case .restored: "\(name): restored"
      case .notDecoded: "\(name): has another type now, not decoded"
      case .skipped(let reason): "\(name): skipped, \(reason)"
      case .kept(let reason): "\(name): kept for another version, \(reason)"
      }
    }
  }

  /// The saved objects in the order in which they were restored.
  public internal(set) var entries: [Entry] = []

  /// A message for the user: that state was quarantined, and where it is.
  public internal(set) var notice: String?

  /// Where exactly state was put aside, and why.
  public internal(set) var noticeDetails: [String] = []

  /// Messages for the developer: objects that can't be preserved, and misplaced calls.
  public internal(set) var remarks: [String] = []

  /// Whether the delegate declined the saved state.
  public internal(set) var wasRefused = false

  /// Whether anything was restored.
  public var didRestore: Bool { entries.contains { $0.outcome == .restored } }

  /// A line for each entry, in order.
  ///
  /// Of equal paths all but the first are numbered, as in `Places/place[1]: restored`.
  public var lines: [String] {
    var seen: [[String]: Int] = [:]
    return entries.map { entry in
      let number = seen[entry.path, default: 0]
      seen[entry.path] = number + 1
      return number == 0 ? entry.description : entry.numbered(number).description
    }
  }

  /// Makes an empty report.
  public init() {}

  // MARK: - Logging

  /// Logs the report: a summary, a line if the whole state was left out, and a line for each object
  /// that was.
  ///
  /// Names and reasons only, never content.
  func log(to logger: Logger) {
    var restored = 0
    for entry in entries where entry.outcome == .restored { restored += 1 }
    logger.info("launched", metadata: ["restored": "\(restored)", "saved": "\(entries.count)"])
    if wasRefused { logger.warning("the app refused the saved state") }
    if let notice { logger.warning("\(([notice] + noticeDetails).joined(separator: "; "))") }
    if restored < entries.count {
      for (entry, line) in zip(entries, lines) where entry.outcome != .restored {
        logger.warning("\(line)")
      }
    }
    for remark in remarks { logger.warning("\(remark)") }
  }
}
