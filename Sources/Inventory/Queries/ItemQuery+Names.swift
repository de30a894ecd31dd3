import Foundation

extension ItemQuery.Scope {
  /// A stable name, to be kept and read again by ``init(name:)``.
  public var name: String {
    switch self {
    case .everywhere: "everywhere"
    case .unplaced: "unplaced"
    case .place(let uuid): uuid.uuidString
    }
  }

  /// The scope of a name; nil when it is none.
  public init?(name: String) {
    switch name {
    case "everywhere": self = .everywhere
    case "unplaced": self = .unplaced
    default:
      guard let uuid = UUID(uuidString: name) else { return nil }
      self = .place(uuid)
    }
  }
}
