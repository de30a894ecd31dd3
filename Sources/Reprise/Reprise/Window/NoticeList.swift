import Foundation

/// The notices of a session; the newest are part of the state.
///
/// A line in the bottom row disappears with the next key. The list keeps it, also after a kill; see
/// ``NoticesViewController``.
public final class NoticeList: StateRestoring {
  /// The most notices that are kept.
  public static let limit = 100

  /// The most bytes that are kept of one: a line is seldom longer than a window is wide.
  static let textLimit = 500

  /// The notices, the newest first.
  public private(set) var notices: [Notice] = [] {
    didSet { didChange() }
  }

  /// Where notices of each kind are shown besides this list.
  var places: [NoticeKind: NoticePlace] = [:]

  /// Tells the list on the screen, if there is one.
  var didChange: () -> Void = {}

  /// Marks the list dirty.
  var setNeedsPreservation: () -> Void = {}

  /// Tells the time; tests have a clock of their own.
  package var now: () -> Double = { Date().timeIntervalSince1970 }

  /// Adds a notice; a repetition of the last one only updates its time.
  func add(_ text: String, _ kind: NoticeKind) {
    let text = Self.shortened(text)
    let last = notices.first
    let isSame = last?.text == text && last?.kind == kind
    let number = (last?.number ?? 0) + (isSame ? 0 : 1)
    let notice = Notice(kind: kind, text: text, time: now(), number: number)
    notices = [notice] + (isSame ? notices.dropFirst() : notices.prefix(Self.limit - 1))
    setNeedsPreservation()
  }

  /// Forgets all notices.
  func removeAll() {
    guard !notices.isEmpty else { return }
    notices = []
    setNeedsPreservation()
  }

  /// A text of at most ``textLimit`` bytes, cut between characters.
  private static func shortened(_ text: String) -> String {
    var text = text
    while text.utf8.count > textLimit {
      text = String(text.prefix(min(text.count - 1, textLimit)))
    }
    return text
  }

  // MARK: - Preservation

  /// Writes the notices.
  public func encodeRestorableState(with coder: Coder) {
    let values = notices.map { notice -> Value in
      .array([
        .int(Int64(notice.number)), .string(notice.kind.rawValue), .date(notice.time),
        .string(notice.text),
      ])
    }
    coder.encode(value: .array(values), forKey: "notices")
  }

  /// Reads the saved notices and puts them below those of this launch; skips values of another form.
  public func decodeRestorableState(with coder: Coder) {
    guard case .array(let values)? = coder.value(forKey: "notices") else { return }
    var last = Int.max
    let saved = values.prefix(Self.limit).compactMap { value -> Notice? in
      // The list is in order, and each number stands once: rows go by it.
      guard let notice = Notice(value), notice.number < last else { return nil }
      last = notice.number
      return notice
    }
    let first = saved.first?.number ?? 0
    let fresh = notices.map {
      Notice(kind: $0.kind, text: $0.text, time: $0.time, number: first + $0.number)
    }
    notices = Array((fresh + saved).prefix(Self.limit))
  }
}

extension Notice {
  /// Reads a saved notice; `nil` if the value is not a notice.
  fileprivate init?(_ value: Value) {
    guard case .array(let fields) = value, fields.count == 4, case .int(let number) = fields[0],
      case .string(let name) = fields[1], let kind = NoticeKind(rawValue: name),
      case .date(let time) = fields[2], case .string(let text) = fields[3],
      (1..<Int64(Int32.max)).contains(number), (0..<1e11).contains(time),
      text.utf8.count <= NoticeList.textLimit
    else { return nil }
    (self.kind, self.text, self.time, self.number) = (kind, text, time, Int(number))
  }
}

/// The kind of a notice.
nonisolated public enum NoticeKind: String, CaseIterable, Sendable {
  /// Something was done, as the person wanted.
  case information
  /// Something is otherwise than the person may think.
  case warning
  /// Something failed.
  case error
}

/// Where the notices of a kind go.
nonisolated public enum NoticePlace: String, CaseIterable, Sendable {
  /// In the bottom row until the next key, and in the list.
  case line
  /// In the list alone.
  case list
}

/// A line shown to the user.
nonisolated public struct Notice: Hashable, Sendable {
  /// The kind of the notice.
  public let kind: NoticeKind

  /// The text of the notice.
  public let text: String

  /// When it was last shown, in seconds since 1970.
  public let time: Double

  /// The number of the notice in its session, from 1.
  public let number: Int
}
