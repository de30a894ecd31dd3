/// A private item as it is in memory, with the path of its place.
struct OpenItem: Sendable {
  let item: Item
  let placePath: String?
}
