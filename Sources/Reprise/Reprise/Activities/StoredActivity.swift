import Preservation

/// The activity of a stored state, for lists of sessions.
nonisolated public struct StoredActivity: Hashable, Sendable {
  /// The kind of activity.
  public let activityType: String

  /// What the person was doing, in words.
  public let title: String?

  /// The key of the activity in the application's record.
  static let key = "reprise.activity"

  /// Finds the activity among the objects of a state.
  package init?(in records: [ObjectRecord]) {
    guard let value = Self.value(in: records), case .dictionary(let fields) = value,
      case .string(let type)? = fields["type"]
    else { return nil }
    activityType = type
    if case .string(let title)? = fields["title"] { self.title = title } else { title = nil }
  }

  /// The value of the activity in the application's record.
  static func value(in records: [ObjectRecord]) -> Value? {
    records.first { $0.node == .application }?.values.last { $0.key == key }?.value
  }
}
