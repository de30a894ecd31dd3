import Foundation
import Preservation
import Storage

/// A user's activity in a few values: enough to rebuild its screens (contract 10.2.1).
///
/// A screen declares its activity, and the delegate stores the activity of the screen in front in
/// the state:
///
/// ```swift
/// let activity = UserActivity(activityType: "org.example.notes.edit")
/// activity.title = "editing “\(note.name)”"
/// activity["note"] = note.uuid
/// userActivity = activity
/// ```
///
/// ```swift
/// func stateRestorationActivity(for application: Application) -> UserActivity? {
///   application.userActivity
/// }
/// ```
///
/// Its own setters have this turn store it. It is stored with the state of the session, sealed like
/// that, and comes back as ``Application/stateRestorationActivity``.
public final class UserActivity {
  /// The kind of activity, as a name that never changes, such as `org.example.notes.edit`.
  public let activityType: String

  /// A description of the activity for lists of sessions: `editing “Milk”`.
  public var title: String? {
    didSet { if title != oldValue { needsSave = true } }
  }

  /// The values that the app needs to rebuild the screens: identifiers, not objects.
  ///
  /// Small values only: values larger than ``sizeLimit`` are not stored, nor are references.
  public var userInfo: [String: Value] = [:] {
    didSet { if userInfo != oldValue { needsSave = true } }
  }

  /// Whether the delegate and the responders are to be asked for values before it is stored.
  ///
  /// Set it when they would write something else now; the kit sets it back.
  public var needsSave = false {
    didSet { if needsSave, !isSaving { didNeedSave() } }
  }

  /// Adds values before the activity is stored.
  public weak var delegate: (any UserActivityDelegate)?

  /// Called when the activity would be stored otherwise than it is.
  var didNeedSave: () -> Void = {}

  /// Whether delegate and responders are being asked.
  private var isSaving = false

  /// Makes an activity without values.
  public init(activityType: String) {
    self.activityType = activityType
  }

  /// A value of ``userInfo``; `nil` if it is missing or of another type.
  public subscript<Kept: RestorableValue>(key: String) -> Kept? {
    get { userInfo[key].flatMap(Kept.init(savedValue:)) }
    set { userInfo[key] = newValue?.savedValue }
  }

  // MARK: - Storing

  /// The most bytes that ``userInfo`` may have in the state.
  public static let sizeLimit = 16 << 10

  /// Why the values cannot be stored; `nil` if they can.
  var problem: String? {
    let info = Value.dictionary(userInfo)
    if !info.references.isEmpty { return "it refers to objects" }
    var writer = ByteWriter()
    writer.write(info)
    return writer.bytes.count > Self.sizeLimit
      ? "its values have \(writer.bytes.count) bytes, the limit is \(Self.sizeLimit)" : nil
  }

  /// Asks the delegate, and lets the responders add their values (contract 10.2.3).
  func save(asking responders: (UserActivity) -> Void) {
    isSaving = true
    delegate?.userActivityWillSave(self)
    responders(self)
    needsSave = false
    isSaving = false
  }

  /// The activity as the state holds it, without values that cannot be stored.
  var savedValue: Value {
    var fields = ["type": Value.string(activityType)]
    fields["title"] = title.map(Value.string)
    if problem == nil, !userInfo.isEmpty { fields["info"] = .dictionary(userInfo) }
    return .dictionary(fields)
  }

  /// Reads an activity from the state; `nil` if the value is not an activity.
  init?(savedValue: Value) {
    guard case .dictionary(let fields) = savedValue, case .string(let type)? = fields["type"]
    else { return nil }
    activityType = type
    if case .string(let title)? = fields["title"] { self.title = title }
    if case .dictionary(let info)? = fields["info"] { userInfo = info }
    needsSave = false
  }
}

/// Adds to an activity what it needs, when it is about to be stored.
public protocol UserActivityDelegate: AnyObject {
  /// Called before the activity is stored, if it ``UserActivity/needsSave``, and on entering the
  /// background.
  func userActivityWillSave(_ userActivity: UserActivity)
}

/// The activity of a stored state, for lists of sessions.
nonisolated package struct StoredActivity: Hashable, Sendable {
  /// The kind of activity.
  package let activityType: String

  /// A description of the activity.
  package let title: String?

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
