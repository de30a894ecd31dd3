import Foundation

extension ItemQuery.Scope {
  /// A stable name that ``init(name:)`` parses.
  public var name: String {
    switch self {
    case .everywhere: "everywhere"
    case .unplaced: "unplaced"
    case .place(let uuid): uuid.uuidString
    case .within(let uuid): "within \(uuid.uuidString)"
    case .category(let uuid): "category \(uuid?.uuidString ?? "none")"
    case .tag(let uuid): "tag \(uuid.uuidString)"
    case .gap(let gap): "gap \(gap.rawValue)"
    }
  }

  /// The scope of a name; `nil` for any other text.
  public init?(name: String) {
    switch name {
    case "everywhere": self = .everywhere
    case "unplaced": self = .unplaced
    default:
      let words = name.split(separator: " ", maxSplits: 1).map(String.init)
      guard let last = words.last else { return nil }
      let uuid = UUID(uuidString: last)
      switch (words.count == 2 ? words[0] : "", uuid) {
      case ("", let uuid?): self = .place(uuid)
      case ("within", let uuid?): self = .within(uuid)
      case ("tag", let uuid?): self = .tag(uuid)
      case ("category", let uuid) where uuid != nil || last == "none": self = .category(uuid)
      case ("gap", _):
        guard let gap = Gap(rawValue: last) else { return nil }
        self = .gap(gap)
      default: return nil
      }
    }
  }
}
