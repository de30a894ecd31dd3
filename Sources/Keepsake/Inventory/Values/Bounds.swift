/// The limits of what an inventory holds.
///
/// `Limits.md` lists them for people, and a test compares the two. Households add the limits in `OperationBounds`.
public enum Bounds {
  /// The levels of nested items, and of nested places.
  public static let levels = 64
  /// The tags and custom fields of one item together.
  public static let namesPerItem = 1000
  /// The bytes of all texts of one item together, with its tags and custom fields; of a private item, once sealed.
  public static let itemBytes = 8 << 20
  /// The bytes of a name: of an item's tag or custom field, a place, a category, a member.
  public static let nameBytes = 1000
  /// The bytes of a text: a name or the notes of an item, the value of a custom field, the notes of a place.
  public static let textBytes = 1 << 20
  /// The bytes of a text in the settings.
  public static let settingBytes = 10_000
  /// The characters of an import reference.
  public static let referenceCharacters = 100
  /// The maximum unpacked size of another program's archive, as a multiple of its size.
  public static let archiveRatio: Int64 = 100
}
